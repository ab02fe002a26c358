import type { Session, StoredSession } from '@platform-sdk/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { passed, settled, tokens } from './fixtures.ts';
import { openStore, sessionBench } from './session-bench.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('a token store that is slow', () => {
  it('is written in the order of the changes, however long each takes', async () => {
    const shelf = openStore();
    const set = async (session: StoredSession): Promise<void> => {
      await settled();
      shelf.content = session;
    };
    const { session } = sessionBench({}, { session: { store: { ...shelf, set, remove: () => void (shelf.content = undefined) } } });
    await Promise.all([session.set(tokens('a')), session.clear()]);
    await settled();
    expect(shelf.content).toBeUndefined();
  });

  it('is waited for once when it hangs, and asked again after a while', async () => {
    vi.useFakeTimers();
    let gets = 0;
    const get = (): unknown => (++gets === 1 ? new Promise(() => undefined) : { ...tokens('a'), receivedAt: Date.now() });
    const clock = { now: () => Date.now(), monotonic: () => performance.now() };
    const { session, events } = sessionBench({}, { clock, session: { store: { ...openStore(), get } } });
    await expect(passed(session.get())).resolves.toBeUndefined();
    expect(events).toEqual([{ type: 'warning', message: 'The token store took too long to read; the session goes on in memory.' }]);
    vi.advanceTimersByTime(19_900);
    await expect(session.get()).resolves.toBeUndefined();
    expect(gets).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(100);
    await expect(session.get()).resolves.toMatchObject(tokens('a'));
  });

  it.each<readonly [string, (session: Session) => Promise<void>, string | undefined]>([
    ['a sign-out', (session) => session.clear(), undefined],
    ['another sign-in', (session) => session.set(tokens('c')), 'refresh-of-c'],
  ])('does not undo %s when a write lands late', async (_, change, expected) => {
    vi.useFakeTimers();
    const shelf = openStore();
    const landings: (() => void)[] = [];
    const set = (wanted: StoredSession): unknown =>
      wanted.refreshToken === 'refresh-of-a'
        ? new Promise<void>((resolve) => landings.push(resolve)).then(() => shelf.set(wanted))
        : shelf.set(wanted);
    const { session } = sessionBench({}, { session: { store: { ...shelf, set } } });
    const slow = session.set(tokens('a'));
    await passed(Promise.all([slow, settled().then(() => change(session))]));
    for (const land of landings) land();
    await settled();
    expect((shelf.content as Partial<StoredSession> | undefined)?.refreshToken).toBe(expected);
  });
});
