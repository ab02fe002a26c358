/** Writes downloads to a disk. This module imports no Node module statically, so that programs for other runtimes can contain it. */
import '../internal.ts';
export { makeFolder } from './node-files.ts';
export { nodeFiles, type NodeFiles } from './node-files.ts';
export { appendOwnFile, readOwnFile, readOwnFileSync, replaceOwnFile, replaceOwnFileSync, type Purpose } from './own-file.ts';
export { saveFile } from './save-file.ts';
export { syncFile } from './node-files.ts';
export { removeAbandoned, temporaryName } from './temporary-files.ts';
export { writeError } from './node-files.ts';
