/** Restores the globals and ends the sessions after every test, because the test files of a worker share them. */
import { afterEach, vi } from 'vitest';
import { endPlatforms } from './end-after-test.ts';

// Fake timers replace these functions. The originals are kept, because restoring a spy on a fake timer brings the fake timer back.
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'Date', 'performance'];

// The first test file of a worker saves the originals before any test.
const shared = globalThis as { untouchedTimers?: readonly (readonly [name: string, descriptor: PropertyDescriptor])[] };
const untouched = (shared.untouchedTimers ??= TIMERS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name) ?? {}]));

// A file's own hooks run before this hook.
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const [name, descriptor] of untouched) Object.defineProperty(globalThis, name, descriptor);
  await endPlatforms();
  // A process remembers refreshes for a minute, and all tests use the same token names.
  Reflect.deleteProperty(globalThis, Symbol.for('@platform-sdk/recent-refreshes'));
});
