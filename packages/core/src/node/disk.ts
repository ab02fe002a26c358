/** Writes downloads to a disk. No bundler finds a module of Node in here, so that programs for other runtimes may contain it. */
export { nodeFiles, type NodeFiles } from './node-files.ts';
export { saveFile } from './save-file.ts';
export { removeAbandoned, temporaryName } from './temporary-files.ts';
export { writeError } from './write-error.ts';
