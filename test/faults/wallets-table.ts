import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, isPlatformError } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createWalletsClient, isReconcilableError, type Transaction, type WalletsClient } from '@platform-sdk/wallets';

type Fetch = typeof globalThis.fetch;

/** Delivers a payment, or fails to deliver it. */
type Fault = (request: Request, deliver: () => Promise<Response>) => Promise<Response>;

const lost = (code: string): Error => Object.assign(new TypeError('terminated'), { cause: Object.assign(new Error(code), { code }) });
const page = (status: number): Response =>
  new Response('<!doctype html><title>Sign in</title>', { status, headers: { 'Content-Type': 'text/html' } });
const never = ({ signal }: Request): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
/** Returns a response whose body breaks in the middle. */
const halfOf = (response: Response): Response => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"data":{"id":"x-1","attr')),
    pull: (controller) => controller.error(lost('ECONNRESET')),
  });
  return new Response(body, { status: response.status, headers: { 'Content-Type': 'application/json' } });
};

const faults: Readonly<Record<string, Fault>> = {
  none: (_, deliver) => deliver(),
  'refused connection': () => Promise.reject(lost('ECONNREFUSED')),
  'reset before': () => Promise.reject(lost('ECONNRESET')),
  'reset after': (_, deliver) => deliver().then(() => Promise.reject(lost('ECONNRESET'))),
  'cut body': (_, deliver) => deliver().then(halfOf),
  'stalled before': (request) => never(request),
  'stalled after': (request, deliver) => deliver().then(() => never(request)),
  'HTML before': () => Promise.resolve(page(200)),
  'HTML after': (_, deliver) => deliver().then(() => page(200)),
  '502 before': () => Promise.resolve(page(502)),
  '502 after': (_, deliver) => deliver().then(() => page(502)),
  '500 after': (_, deliver) => deliver().then(() => Response.json({ detail: 'Oops' }, { status: 500 })),
  '429': () => Promise.resolve(Response.json({ detail: 'Slow' }, { status: 429, headers: { 'Retry-After': '1' } })),
  'empty after': (_, deliver) => deliver().then(() => new Response('', { status: 201 })),
  'delivered twice': (_, deliver) => deliver().then(deliver),
  'delivered twice, reset': (_, deliver) =>
    deliver()
      .then(deliver)
      .then(() => Promise.reject(lost('ECONNRESET'))),
};

/** Returns a function that returns pseudorandom integers below a limit. The seed determines them. */
const randomOf = (seed: number) => {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1;
  return (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
};

/** The outcome of one payment, the result of a later search for it, and the number of its entries in the ledger. */
interface Cell {
  readonly outcome: string;
  readonly reconciled: string;
  readonly ledger: number;
}

/** Returns how a cell contradicts the ledger, or undefined if it agrees. */
const wrongOf = ({ outcome, reconciled, ledger }: Cell, isOwn: boolean): string | undefined => {
  if ((outcome === 'not-sent' || outcome === 'rejected') && ledger > 0) return `${outcome}, but it was made`;
  if ((outcome === 'paid' || outcome === 'likely-applied') && ledger === 0) return `${outcome}, but it was not made`;
  if (reconciled === 'found' && (ledger !== 1 || !isOwn)) return 'found, but it is another payment';
  if (reconciled === 'not-found' && ledger > 0) return 'not-found, but it was made';
  return undefined;
};

export interface WalletTable {
  readonly rows: readonly (Cell & { readonly count: number })[];
  readonly wrong: readonly string[];
  /** The number of requests after the first request of each payment. */
  readonly repeated: number;
}

const marked = (list: readonly Transaction[], mark: number): Transaction[] => list.filter(({ metadata }) => metadata?.['mark'] === mark);

/** Pays over a failing connection, while another client makes payments with other metadata. Compares the results with the ledger. */
export const tabulateWallets = async (count: number, seed = 1): Promise<WalletTable> => {
  const local = createLocalPlatform({ accessTokenSeconds: 1e8, refreshTokenSeconds: 1e8 });
  const random = randomOf(seed);
  let fault: Fault = faults['none'] as Fault;
  let requests = 0;
  const faulty: Fetch = (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'POST') return local.fetch(request);
    requests++;
    return fault(request, () => local.fetch(request.clone()));
  };
  const clock = { now: () => local.clock.now(), monotonic: () => local.clock.now() };
  const open = async (fetch: Fetch) => {
    const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch });
    const { email: username, password } = local.account;
    const { accessToken } = await createAuthClient(platform).login({ username, password });
    return createPlatform({ apiKey: local.apiKey, accessToken, baseUrls: local.baseUrls(), fetch, clock });
  };
  local.seed({ wallets: [{ of: local.account.email, credits: 1_000_000_000 }] });
  const [slow, clean] = [await open(faulty), await open(local.fetch)];
  const clients = [createWalletsClient(slow), createWalletsClient(slow, { reference: 'ref' })] as const;
  const other = createWalletsClient(clean);
  const own = (await other.list({ entity_type: 'user' }))[0]?.addressHash ?? '';
  const target = (await other.list()).find(({ addressHash }) => addressHash !== own)?.addressHash ?? own;

  const cells = new Map<string, number>();
  const wrong: string[] = [];
  let repeated = 0;
  const names = Object.keys(faults);
  for (let operation = 0; operation < count; operation++) {
    const name = names[random(names.length)] as string;
    const wallets = clients[random(2)] as WalletsClient;
    const amount = 1 + random(3);
    const isDebit = random(3) === 0;
    const pay = (by: WalletsClient, mark: number, options = {}): Promise<Transaction | undefined> =>
      isDebit
        ? by.debit({ addressHash: own, amount, metadata: { mark } }, options)
        : by.transact({ from_wallet: own, to_wallet: target, amount, source_asset: 'CREDITS', metadata: { mark } }, options);
    local.clock.advance(10_000);
    // Within a second before or after, another client makes a payment that only differs in its metadata.
    if (random(3) === 0) await pay(other, -1);
    if (random(4) === 0) await wallets.transactions({ addressHash: own }).toArray({ limit: 5 });
    local.clock.advance(random(900));
    fault = faults[name] as Fault;
    requests = 0;
    const stalled = name.startsWith('stalled');
    const error: unknown = await pay(wallets, operation, stalled ? { timeoutMs: 15 } : {}).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    repeated += Math.max(0, requests - 1);
    fault = faults['none'] as Fault;
    local.clock.advance(random(900));
    if (random(3) === 0) await pay(other, -1);
    const reconciliation = isReconcilableError(error) ? await error.reconcile() : undefined;
    const found = reconciliation?.result === 'found' ? reconciliation.transaction : undefined;
    const latest = await other.transactions({ addressHash: own }).toArray({ limit: 40 });
    const cell: Cell = {
      outcome: error === undefined ? 'paid' : isPlatformError(error) ? (error.outcome ?? 'none') : 'another error',
      reconciled: reconciliation?.result ?? '-',
      ledger: marked(latest, operation).length,
    };
    const problem = wrongOf(cell, found?.metadata?.['mark'] === operation);
    if (problem) wrong.push(`${operation} (${name}): ${problem}`);
    const key = JSON.stringify(cell);
    cells.set(key, (cells.get(key) ?? 0) + 1);
  }
  const rows = [...cells].map(([key, times]) => ({ ...(JSON.parse(key) as Cell), count: times }));
  rows.sort((one, two) => `${one.outcome}${one.reconciled}${one.ledger}`.localeCompare(`${two.outcome}${two.reconciled}${two.ledger}`));
  return { rows, wrong, repeated };
};
