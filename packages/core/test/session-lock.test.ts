import type { SessionLock, StoredSession } from '@platform-sdk/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { jwt, passed, sessionDocument, settled, tokens, untilSent } from './fixtures.ts';
import { json } from './recording-fetch.ts';
import { openStore, sessionBench } from './session-bench.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('session.lock', () => {
  it('is held during a refresh, and for as long as it takes', async () => {
    const steps: string[] = [];
    const lock = async <T>(work: () => Promise<T>): Promise<T> => {
      steps.push('locked');
      const result = await work();
      steps.push('unlocked');
      return result;
    };
    const refresh = (): Response => {
      steps.push('refresh');
      return json(sessionDocument('b'));
    };
    const { session, read, clock } = sessionBench({ refresh }, { session: { lock } });
    await session.set(tokens('a'));
    clock.advance(900_000);
    await read();
    expect(steps).toEqual(['locked', 'refresh', 'unlocked']);
  });

  it('is held until the new tokens are stored, and no call waits for that', async () => {
    const steps: string[] = [];
    let land = (): void => undefined;
    const set = ({ refreshToken }: StoredSession): unknown =>
      refreshToken === 'refresh-of-b' && new Promise<void>((resolve) => (land = resolve));
    const lock: SessionLock = async (work) => {
      const result = await work();
      steps.push('unlocked');
      return result;
    };
    const { session, read, clock, bearers } = sessionBench({}, { session: { lock, store: { ...openStore(), set } } });
    await session.set(tokens('a'));
    clock.advance(900_000);
    await read();
    await settled();
    expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
    expect(steps).toEqual([]);
    land();
    await settled();
    expect(steps).toEqual(['unlocked']);
  });

  it.each<readonly [string, SessionLock]>([
    ['that never begins', () => new Promise(() => undefined)],
    ['that fails', () => Promise.reject(new Error('no such server'))],
    [
      'that throws',
      () => {
        throw new Error('no such server');
      },
    ],
    ['that never ends', (work) => work().then(() => new Promise(() => undefined))],
    [
      'that runs its work twice',
      async (work) => {
        await work();
        return work();
      },
    ],
  ])('%s does not keep anyone from refreshing, once', async (_, lock) => {
    vi.useFakeTimers();
    const { session, read, clock, refreshes, bearers } = sessionBench({}, { session: { lock } });
    await session.set(tokens('a'));
    clock.advance(900_000);
    await expect(passed(Promise.all([read(), read()]))).resolves.toEqual([{}, {}]);
    expect(refreshes()).toHaveLength(1);
    expect(bearers()).toEqual([`Bearer ${jwt('b')}`, `Bearer ${jwt('b')}`]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that begins after all does not refresh again', async () => {
    vi.useFakeTimers();
    let begin = (): void => undefined;
    const lock: SessionLock = (work) => new Promise((resolve) => (begin = () => resolve(work())));
    const { session, read, clock, wire, refreshes } = sessionBench({}, { session: { lock } });
    await session.set(tokens('a'));
    clock.advance(900_000);
    const waiting = read();
    await settled();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(refreshes()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await untilSent(wire, 2);
    await waiting;
    begin();
    await settled();
    expect(refreshes()).toHaveLength(1);
  });
});
