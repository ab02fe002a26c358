/** Settings, payments and the limiter when several act at once: the rows of `pnpm concurrency` about money. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPlatform } from '@platform-sdk/core';
import { createLimiter } from '@platform-sdk/gateway';
import { createSettingsStore, type SettingsStore, type SettingsStorage } from '@platform-sdk/settings';
import { createWalletsClient, isReconcilableError } from '@platform-sdk/wallets';
import { overIn } from './calls-over-limit.ts';
import { tabulateWallets } from './wallets-table.ts';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Adds a row to the table. */
export type ReportRow = (what: string, result: string, isGood: boolean) => void;

/** A settings service whose first writes are slow. */
const createService = (delaysMs: number[] = []) => {
  let state: Record<string, unknown> = {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = (await request.json()) as object;
    await sleep(delaysMs.shift() ?? 0);
    state = { ...state, ...body };
    return Response.json({});
  };
  return { fetch, state: () => state };
};

/** Web Storage of one device, with the locks of its browser. */
const createDevice = (withLock: boolean) => {
  const content = new Map<string, string>();
  const listeners = new Map<object, () => void>();
  let turn: Promise<unknown> = Promise.resolve();
  const lock: SettingsStorage['lock'] = async (_, work) => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const tab = (): SettingsStorage => {
    const own = {};
    return {
      getItem: (key) => content.get(key),
      setItem: (key, value) => {
        content.set(key, value);
        for (const [other, listener] of listeners) if (other !== own) listener();
      },
      subscribe: (listener) => {
        listeners.set(own, () => listener());
        return () => void listeners.delete(own);
      },
      ...(withLock && { lock }),
    };
  };
  return { content, tab };
};

const openTab = async (fetch: typeof globalThis.fetch, store: SettingsStorage): Promise<SettingsStore> => {
  const platform = createPlatform({ apiKey: 'app-1', baseUrls: { organizations: 'https://api.test/v1' }, fetch });
  await platform.session.set({ id: 'user-1', accessToken: 'access-1', refreshToken: 'refresh-1' });
  return createSettingsStore(platform, { store });
};

/** Counts changes that are lost after the store was emptied. */
const emptied = async (isDisposed: boolean): Promise<number> => {
  const service = createService();
  const device = createDevice(true);
  const old = await openTab(service.fetch, device.tab());
  for (const id of [1, 2, 3]) old.set({ current_project_id: id });
  await old.flush();
  if (isDisposed) old.dispose();
  device.content.clear();
  const next = await openTab(service.fetch, device.tab());
  next.set({ current_project_id: 777 });
  if (!isDisposed) old.set({ language: 'fr' });
  await sleep(1500);
  old.dispose();
  next.dispose();
  return service.state()['current_project_id'] === 777 ? 0 : 1;
};

/** Counts older writes that undo a newer one of another tab. */
const undone = async (withLock: boolean): Promise<number> => {
  const service = createService([1500]);
  const device = createDevice(withLock);
  const [one, other] = [await openTab(service.fetch, device.tab()), await openTab(service.fetch, device.tab())];
  one.set({ theme: 'dark' });
  await sleep(650);
  other.set({ theme: 'light' });
  await sleep(5000);
  one.dispose();
  other.dispose();
  return service.state()['theme'] === 'light' ? 0 : 1;
};

/** Counts unsent changes of one user that are sent with the token of the next, who has no id. */
const crossed = async (): Promise<number> => {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push(`${request.headers.get('authorization')} ${await request.text()}`);
    return Response.json({});
  };
  const platform = createPlatform({ apiKey: 'app-1', baseUrls: { organizations: 'https://api.test/v1' }, fetch });
  await platform.session.set({ id: 'alice', accessToken: 'token-of-alice', refreshToken: 'refresh-1' });
  const settings = createSettingsStore(platform, { store: createDevice(true).tab() });
  settings.set({ language: 'fr' });
  await platform.session.set({ accessToken: 'token-of-bob', refreshToken: 'refresh-2' });
  settings.set({ theme: 'dark' });
  await settings.flush();
  settings.dispose();
  return sent.some((each) => each.includes('bob') && each.includes('"fr"')) ? 1 : 0;
};

/** Counts payments that are found although only another client paid the same within a second. */
const foundWrongly = async (index: number, reference?: string): Promise<number> => {
  const attributes = { amount: 5, from_wallet: '0xA1', to_wallet: '0xB2', source_asset: 'CREDITS', target_asset: 'CREDITS' };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (new Request(input, init).method === 'POST') throw new TypeError('terminated');
    const created_at = new Date(Date.now() - 1000 + index * 160).toISOString();
    const data = [{ id: 'x-1', type: 'transaction', attributes: { ...attributes, transaction_type: 'wallet_transfer', created_at } }];
    return Response.json({ data, meta: { total_count: 1 } }, { headers: { Date: new Date().toUTCString() } });
  };
  const platform = createPlatform({ apiKey: 'app-1', accessToken: 'access-1', baseUrls: { organizations: 'https://api.test/v1' }, fetch });
  const wallets = createWalletsClient(platform, reference === undefined ? {} : { reference });
  const payment = { from_wallet: '0xA1', to_wallet: '0xB2', amount: 5, source_asset: 'CREDITS' };
  const error: unknown = await wallets.transact(payment).catch((reason: unknown) => reason);
  if (!isReconcilableError(error)) return 1;
  return (await error.reconcile()).result === 'found' ? 1 : 0;
};

/** One limiter for 75 real seconds, over journeys of random length. */
const limited = async (tier: 'free' | 'pro'): Promise<readonly [over: number, sent: number]> => {
  const limiter = createLimiter({ tier });
  const limit = tier === 'free' ? 60 : 1000;
  const counted: number[] = [];
  const endsAt = performance.now() + 75_000;
  await times(tier === 'free' ? 10 : 100, async () => {
    while (performance.now() < endsAt) {
      const left = endsAt - performance.now();
      const release = await limiter.acquire({ operation: 'gateway.chat', timeoutMs: left }).catch(() => undefined);
      if (!release) return;
      await sleep(Math.random() * (Math.random() < 0.05 ? 1000 : 100));
      counted.push(performance.now());
      await sleep(Math.random() * 100);
      release();
    }
  });
  return [overIn(counted, limit), counted.length];
};

/** Eight processes on one tier, sharing a file, for 75 real seconds. */
const limitedProcesses = async (): Promise<readonly [over: number, sent: number]> => {
  const directory = mkdtempSync(join(tmpdir(), 'limiter-'));
  const script = fileURLToPath(new URL('../../packages/gateway/test/limiter-process.ts', import.meta.url));
  const texts = await times(8, async () => {
    const child = spawn(process.execPath, ['-C', '@platform-sdk/source', script, join(directory, 'calls.json'), '60', '60050', '75000']);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await once(child, 'close');
    return text;
  });
  rmSync(directory, { recursive: true, force: true });
  const counted = texts.flatMap((text) => text.split('\n').map(Number)).filter((time) => time > 0);
  return [overIn(counted, 60), counted.length];
};

/** Microseconds of CPU for each request that joins a queue of this length. */
const cpuPerWaiter = async (count: number): Promise<number> => {
  const limiter = createLimiter({ requestsPerMinute: 1, concurrency: 1, maxWaiting: count });
  (await limiter.acquire({ operation: 'first' }))();
  const controllers = Array.from({ length: count }, () => new AbortController());
  const started = process.cpuUsage();
  const waiting = controllers.map(({ signal }) => limiter.acquire({ operation: 'waits', signal }).catch(() => undefined));
  const { user, system } = process.cpuUsage(started);
  for (const controller of controllers) controller.abort();
  await Promise.all(waiting);
  return (user + system) / count;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const measureSettings = async (add: AddCounts): Promise<void> => {
  add('settings: changes lost, store emptied beside live settings', sum(await times(40, () => emptied(false))), 40);
  add('settings: changes lost, store emptied beside disposed settings', sum(await times(40, () => emptied(true))), 40);
  add('settings: older PATCH undoes a newer one, two tabs with locks', sum(await times(40, () => undone(true))), 40);
  add('settings: older PATCH undoes a newer one, two tabs without', sum(await times(40, () => undone(false))), 40);
  add("settings: changes sent with another user's token", sum(await times(40, crossed)), 40);
};

const measureLimiters = async (add: AddCounts): Promise<void> => {
  const [free, pro, processes] = await Promise.all([limited('free'), limited('pro'), limitedProcesses()]);
  add('limiter: calls over the limit of free, 75 s', ...free);
  add('limiter: calls over the limit of pro, 75 s', ...pro);
  add('limiter: calls over the limit of free, 8 processes by a file, 75 s', ...processes);
};

/** CPU time is printed and not judged: it depends on the machine. */
const measureWaiting = async (report: ReportRow): Promise<void> => {
  await cpuPerWaiter(10_000);
  const cpu = [await cpuPerWaiter(1000), await cpuPerWaiter(10_000), await cpuPerWaiter(100_000)];
  report('limiter: CPU of each of 1,000, 10,000, 100,000 waiting', `${cpu.map((each) => each.toFixed(1)).join(', ')} microseconds`, true);
};

const measurePayments = async (payments: number, report: ReportRow): Promise<void> => {
  const { rows, wrong, repeated } = await tabulateWallets(payments);
  for (const { outcome, reconciled, ledger, count } of rows)
    report(`payments: ${outcome}, reconcile() ${reconciled}`, `${count} times, in the ledger: ${ledger}`, true);
  const found = [`${wrong.length} wrong cells, ${repeated} requests beyond the first`, ...wrong].join('; ');
  report(`payments: ${payments} over a faulty wire`, found, wrong.length + repeated === 0);
};

type AddCounts = (what: string, wrong: number, of: number) => void;

/** Measures settings, `reconcile()`, the limiter for 75 seconds, and this number of payments. */
export const measureMoney = async (payments: number, report: ReportRow): Promise<void> => {
  const add: AddCounts = (what, wrong, of) => report(what, `${wrong} of ${of}`, wrong === 0);
  // First, while nothing else runs.
  await measureWaiting(report);
  await measureSettings(add);
  add('reconcile: found for a payment that was never made', sum(await times(12, (index) => foundWrongly(index))), 12);
  add('reconcile: the same, with a reference', sum(await times(12, (index) => foundWrongly(index, 'order'))), 12);
  await measureLimiters(add);
  await measurePayments(payments, report);
};
