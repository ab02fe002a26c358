import { bounded, pause } from '@platform-sdk/core/contract';
import { describe, expect, it } from 'vitest';

/** Stops the thread, as a process that is stopped. */
const stopThread = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const after = (ms: number): Promise<string> => new Promise((resolve) => setTimeout(resolve, ms, 'done'));
const outcomeOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => (error as { kind: string }).kind);

describe('a thread that was stopped', () => {
  it('lets work end that was due with the limit', async () => {
    // The work needs a turn of the event loop after the limit.
    const work = after(20).then(() => after(20));
    const waiting = outcomeOf(bounded(work, 30, undefined));
    stopThread(100);
    await expect(waiting).resolves.toBe('done');
  });

  it('waits for work that never ends once more only', async () => {
    const waiting = outcomeOf(bounded(new Promise(() => undefined), 10, undefined));
    stopThread(100);
    await expect(waiting).resolves.toBe('timeout');
  });

  it('does not make a pause longer', async () => {
    const paused = pause(10, undefined).then(() => 'paused');
    stopThread(100);
    await expect(Promise.race([paused, after(300)])).resolves.toBe('paused');
  });
});
