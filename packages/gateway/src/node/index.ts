export { fileLimiterStore } from './file-limiter-store.ts';
