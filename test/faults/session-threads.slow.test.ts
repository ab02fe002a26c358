import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fileLock, fileTokenStore } from '@platform-sdk/core/node';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firstTokens } from './signed-in-clients.ts';

const script = programAt(new URL('./lock-thread.ts', import.meta.url));

/** Starts a thread of this process that holds the lock. */
const holdInThread = async (path: string): Promise<Worker> => {
  const thread = new Worker(script, { workerData: { path }, execArgv: ['-C', '@platform-sdk/source'] });
  onTestFinished(async () => void (await thread.terminate()));
  await new Promise((resolve, reject) => void thread.once('message', resolve).once('error', reject));
  return thread;
};

// Only Linux shows the threads of a process.
describe.runIf(process.platform === 'linux')('file locks of threads', () => {
  it('the lock of a terminated thread can be acquired although its process continues', async () => {
    const path = join(newFolder(), 'lock');
    const thread = await holdInThread(path);
    const acquiring = fileLock(path).acquire(AbortSignal.timeout(10_000));
    await thread.terminate();
    const lease = await acquiring;
    expect(lease.signal.aborted).toBe(false);
    await lease.release();
    await expect(readdir(join(path, '..'))).resolves.toEqual([]);
  });

  it('a session can be stored after a thread was terminated that held the write lock of the store', async () => {
    const path = join(newFolder(), 'session.json');
    const thread = await holdInThread(`${path}.write`);
    await thread.terminate();
    const record = { generation: 1, session: { ...firstTokens, receivedAt: Date.now() } };
    await expect(fileTokenStore(path).set(record, 0)).resolves.toBe(true);
  });

  it('the lock of a running thread cannot be acquired', async () => {
    const path = join(newFolder(), 'lock');
    await holdInThread(path);
    const waiting = AbortSignal.timeout(1500);
    const result = await fileLock(path)
      .acquire(waiting)
      .catch((error: unknown) => error);
    expect(result).toBe(waiting.reason);
  });
});
