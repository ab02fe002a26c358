/** Restores the globals after every test, and ends its sessions: the files of one worker share them. */
import { afterEach, vi } from 'vitest';
import { endPlatforms } from './end-after-test.ts';

// Fake timers replace these functions. A spy or a stub of a fake timer restores the fake when it ends.
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'Date', 'performance'];

// The first file of a worker runs this before any test.
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
  // Tests use the same token names, and a process remembers refreshes for a minute.
  Reflect.deleteProperty(globalThis, Symbol.for('@platform-sdk/recent-refreshes'));
});
