import '../internal.ts';
export { fileLock, type FileLockOptions } from './file-lock.ts';
export { fileTokenStore } from './file-token-store.ts';
