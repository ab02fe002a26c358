import { webLock } from '@platform-sdk/core';
import { expect, it } from 'vitest';

const name = (): string => `lock-${Math.random()}`;

it('webLock lets only a single caller hold the lock at a time', async () => {
  const lock = webLock({ name: name() });
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    const lease = await lock.acquire();
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve));
    inside--;
    await lease.release();
    await lease.release();
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(most).toBe(1);
});

it('a lock that is never released passes to each waiter in turn after the deadline', async () => {
  const own = name();
  const held = await webLock({ name: own }).acquire();
  const order: number[] = [];
  let inside = 0;
  let most = 0;
  const work = async (each: number): Promise<void> => {
    const lease = await webLock({ name: own, deadlineMs: 200 }).acquire();
    order.push(each);
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(lease.signal.aborted).toBe(false);
    inside--;
    await lease.release();
  };
  await Promise.all([1, 2, 3].map(work));
  expect(held.signal.aborted).toBe(true);
  expect(order).toHaveLength(3);
  expect(most).toBe(1);
});

it('a waiter whose signal aborts leaves the queue for the lock', async () => {
  const own = name();
  const held = await webLock({ name: own }).acquire();
  const waiting = new AbortController();
  const left = webLock({ name: own }).acquire(waiting.signal);
  waiting.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await held.release();
  const lease = await webLock({ name: own }).acquire();
  await lease.release();
  const { held: locks = [], pending = [] } = await navigator.locks.query();
  expect([...locks, ...pending].filter((each) => each.name?.startsWith(own))).toEqual([]);
});
