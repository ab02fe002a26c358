export * from './clock.ts';
export { endAfterTest } from './end-after-test.ts';
export * from './failures.ts';
export * from './long-count.ts';
export * from './recording-fetch.ts';
export * from './recording-lines.ts';
export * from './responses.ts';
export * from './tokens.ts';
