import { webLock } from '@platform-sdk/core';
import { expect, it, vi } from 'vitest';
import { settled } from './fixtures.ts';
import { failureOf } from './recording-fetch.ts';

// The real locks of browsers are tested in test/browser/session-lock.test.ts.

const stubLocks = (locks: object): unknown => vi.stubGlobal('navigator', { locks });

it('grants a web lock although the Web Locks API rejects, and leaves no rejection, timer or listener', async () => {
  vi.useFakeTimers();
  const denied = (): Promise<never> => Promise.reject(new DOMException('denied', 'SecurityError'));
  stubLocks({ request: denied, query: denied });
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  const { signal } = new AbortController();
  const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
  const lease = await webLock().acquire(signal);
  await lease.release();
  await settled();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
  expect(removed.mock.calls).toEqual(added.mock.calls);
});

it('rejects if the takeover of a web lock fails', async () => {
  vi.useFakeTimers();
  const held = [{ name: 'own/held-by/1' }];
  const request = (name: string, ...given: unknown[]): Promise<unknown> => {
    const options = (given.length > 1 ? given[0] : {}) as LockOptions;
    if (options.steal) return Promise.reject(new DOMException('not active', 'InvalidStateError'));
    if (name === 'own/steal') return (given.at(-1) as () => Promise<unknown>)();
    // The request waits in the queue of a lock that is never released.
    return new Promise((_, reject) => options.signal?.addEventListener('abort', () => reject(new DOMException('left', 'AbortError'))));
  };
  stubLocks({ request, query: async () => ({ held }) });
  const failure = failureOf(webLock({ name: 'own', deadlineMs: 1000 }).acquire());
  await settled();
  await vi.advanceTimersByTimeAsync(2000);
  await expect(failure).resolves.toMatchObject({ kind: 'network', outcome: 'not-sent' });
  expect(vi.getTimerCount()).toBe(0);
});
