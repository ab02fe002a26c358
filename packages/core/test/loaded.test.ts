import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Loading from '../src/time/loaded.ts';

// No entry of the package exports this module.
const inner = new URL('../src/time/loaded.ts', import.meta.url).href;
const { loaded } = (await import(inner)) as typeof Loading;

const never = new Promise<unknown>(() => undefined);

describe('code that is loaded on demand', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is undefined if it cannot be loaded', async () => {
    await expect(loaded(Promise.reject(new TypeError('Failed to fetch dynamically imported module')))).resolves.toBeUndefined();
  });

  it('is undefined after five seconds, on a connection that loses all packets', async () => {
    let isOver = false;
    const waiting = loaded(never).then((code) => (isOver = code === undefined));
    await vi.advanceTimersByTimeAsync(4999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await expect(waiting).resolves.toBe(true);
  });

  it('is undefined as soon as the signal aborts', async () => {
    const controller = new AbortController();
    const waiting = loaded(never, controller.signal);
    controller.abort();
    await expect(waiting).resolves.toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
