/** A process that shares a session in a file or in Redis, and executes the orders of its parent. */
import { createPlatform, request, type SessionLock, type TokenStore } from '@platform-sdk/core';
import { fileLock, fileTokenStore } from '@platform-sdk/core/node';

/** The steps at which a test can kill the process. */
export type Step = 'locked' | 'looked' | 'received' | 'written';

/** An order from the parent process. */
export type Order = 'call' | 'clear' | 'look' | { readonly killAt: Step } | { readonly failReads: boolean } | { readonly jumpMs: number };

const [, , origin = '', address = '', library = ''] = process.argv;
let killAt: Step | undefined;
let failReads = false;
let jumpMs = 0;
let isLocked = false;

const step = (name: Step): void => {
  if (name === killAt) process.kill(process.pid, 'SIGKILL');
};

/** Opens the session store at the address, which is the path of a file or the URL of a Redis server. */
const open = async (): Promise<{ store: TokenStore; lock: SessionLock }> => {
  if (!address.startsWith('redis:')) {
    const staleMs = process.env['STALE_MS'];
    return { store: fileTokenStore(address), lock: fileLock(`${address}.lock`, staleMs === undefined ? {} : { staleMs: Number(staleMs) }) };
  }
  const { openRedisSession } = await import('../../packages/redis/test/session-place.ts');
  return openRedisSession(address, library === 'ioredis' ? 'ioredis' : 'redis');
};

const opened = await open();
const store: TokenStore = {
  ...opened.store,
  async get() {
    if (failReads) throw new Error('unreadable');
    const found: unknown = await opened.store.get();
    if (isLocked) step('looked');
    return found;
  },
  async set(next, expected) {
    if (isLocked) step('received');
    const isWritten = await opened.store.set(next, expected);
    if (isLocked) step('written');
    return isWritten;
  },
};
const lock: SessionLock = {
  async acquire(signal) {
    const lease = await opened.lock.acquire(signal);
    isLocked = true;
    step('locked');
    return {
      ...lease,
      release: () => {
        isLocked = false;
        return lease.release();
      },
    };
  },
};
const platform = createPlatform({
  apiKey: 'app-1',
  baseUrls: { auth: `${origin}/v1`, organizations: `${origin}/v1` },
  session: { store, lock },
  clock: { now: () => Date.now() + jumpMs, monotonic: () => performance.now() },
});
let signOuts = 0;
platform.session.subscribe(({ type }) => {
  if (type === 'signed-out') signOuts++;
});

const obey = async (order: Order): Promise<string> => {
  if (typeof order === 'object') {
    if ('killAt' in order) ({ killAt } = order);
    else if ('failReads' in order) ({ failReads } = order);
    else ({ jumpMs } = order);
    return 'ok';
  }
  try {
    if (order === 'clear') await platform.session.clear();
    else if (order === 'look') return String((await platform.session.get()) !== undefined);
    else await request(platform, { base: 'organizations', path: '/call', credentials: 'user' });
    return 'ok';
  } catch (error) {
    return String(error);
  }
};

process.on('message', ({ id, order }: { readonly id: number; readonly order: Order }) => {
  void obey(order).then((answer) => process.send?.({ id, answer, signOuts }));
});
process.send?.({ id: 0, answer: 'ready', signOuts });
