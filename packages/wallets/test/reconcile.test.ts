import { describe, expect, it } from 'vitest';
import { isReconcilableError, type ReconcilableError, type Reconciliation, type WalletsClient } from '@platform-sdk/wallets';
import { failureOf, json, lost, transactionDocument, wire, type Sent } from './wire.ts';

/** The server's time when the list is requested. The attempt was 10 seconds earlier by the server's clock. */
const ASKED_AT = Date.UTC(2026, 0, 15, 12, 0, 10);
const BEGUN_AT = ASKED_AT - 10_000;
const date = { date: new Date(ASKED_AT).toUTCString() };

/** Returns the time at the given milliseconds after the start of the attempt, by the server's clock. */
const after = (ms: number): { created_at: string } => ({ created_at: new Date(BEGUN_AT + ms).toISOString() });
const listed = (...data: readonly object[]): Response =>
  json({ data, meta: { page: 1, per_page: 20, total_count: data.length } }, 200, date);

type Pay = (wallets: WalletsClient) => Promise<unknown>;
const metadata = { order: 'o-1' };
const between = { from_wallet: '0xA1', to_wallet: '0xB2', amount: 5, source_asset: 'CREDITS' };
const transact: Pay = (wallets) => wallets.transact({ ...between, metadata });

interface Case {
  readonly pay?: Pay;
  readonly lists: readonly Response[];
  /** The milliseconds by which the client's clock is wrong. */
  readonly skewMs?: number;
}

/** Returns the error of a payment whose response was lost. */
const reconcilableErrorOf = async (payment: Promise<unknown>): Promise<ReconcilableError> => {
  const error = await failureOf(payment);
  if (!isReconcilableError(error)) throw error;
  return error;
};

/** Loses the response to a payment, lets ten seconds pass, and reconciles the payment. */
const reconciled = async ({ pay = transact, lists, skewMs = 0 }: Case): Promise<{ answer: Reconciliation; sent: Sent[] }> => {
  let passed = 0;
  const clock = { now: () => BEGUN_AT + skewMs + passed, monotonic: () => passed };
  const { wallets, sent } = wire([lost(), ...lists], { clock, adminAccess: 'admin-1' }, { reference: 'order' });
  const error = await reconcilableErrorOf(pay(wallets));
  passed = 10_000;
  return { answer: await error.reconcile(), sent };
};
/** Returns a transaction that contains the payment's reference. */
const own = (id: string, attributes: object = {}): object => transactionDocument(id, { metadata, ...attributes });

it('reconcile finds the transaction of a lost response', async () => {
  const { answer, sent } = await reconciled({ lists: [listed(own('x-1', after(40)))] });
  expect(answer).toMatchObject({ result: 'found', transaction: { id: 'x-1', amount: 5 } });
  expect(sent.map(({ line }) => line)).toEqual([
    'POST https://api.test/v1/wallets/transact',
    'GET https://api.test/v1/wallets/0xA1/transactions',
  ]);
});

it.each([-3_600_000, 86_400_000])('reconcile finds the payment even if the local clock is wrong by %d ms', async (skewMs) => {
  const { answer } = await reconciled({ skewMs, lists: [listed(own('x-1', after(40)))] });
  expect(answer.result).toBe('found');
});

it('reconcile ignores an older transaction', async () => {
  const { answer } = await reconciled({ lists: [listed(transactionDocument('x-0', after(-60_000)))] });
  expect(answer).toEqual({ result: 'not-found' });
});

it.each([
  ['amount', { amount: 5.01 }],
  ['target wallet', { to_wallet: '0xC3' }],
  ['source wallet', { from_wallet: '0xC3' }],
  ['asset', { source_asset: 'GOLD' }],
  ['type', { transaction_type: 'transfer_with_conversion' }],
])('reconcile ignores a transaction with another %s', async (_, attributes) => {
  const { answer } = await reconciled({ lists: [listed(transactionDocument('x-1', { ...after(40), ...attributes }))] });
  expect(answer).toEqual({ result: 'not-found' });
});

it('reconcile returns ambiguous for two matching transactions', async () => {
  const { answer } = await reconciled({
    lists: [listed(transactionDocument('x-2', after(5000)), transactionDocument('x-1', after(40)))],
  });
  expect(answer).toMatchObject({ result: 'ambiguous', transactions: [{ id: 'x-2' }, { id: 'x-1' }] });
});

it.each([
  ['just before the attempt', after(-2000)],
  ['at an unreadable time', { created_at: 'yesterday' }],
  ['without its source wallet', { ...after(40), from_wallet: null }],
  ['of an unknown type', { ...after(40), transaction_type: 'payment' }],
])('reconcile returns ambiguous for a transaction %s', async (_, attributes) => {
  const { answer } = await reconciled({ lists: [listed(transactionDocument('x-1', attributes))] });
  expect(answer).toMatchObject({ result: 'ambiguous', transactions: [{ id: 'x-1' }] });
});

it('without a `Date` header, reconcile returns ambiguous, and excludes transactions over five minutes before the attempt', async () => {
  const bare = (...data: readonly object[]) => json({ data, meta: { total_count: data.length } });
  const { answer: near } = await reconciled({ lists: [bare(transactionDocument('x-1', after(40)))] });
  expect(near).toMatchObject({ result: 'ambiguous', transactions: [{ id: 'x-1' }] });
  const { answer: far } = await reconciled({ lists: [bare(transactionDocument('x-0', after(-301_000)))] });
  expect(far).toEqual({ result: 'not-found' });
});

it('reconcile excludes a payment whose response this client received', async () => {
  const { wallets } = wire(
    [lost(), json({ data: transactionDocument('x-2', after(5000)) }), listed(transactionDocument('x-2', after(5000)))],
    {
      clock: { now: () => BEGUN_AT, monotonic: () => 0 },
    },
  );
  const error = await reconcilableErrorOf(transact(wallets));
  await transact(wallets);
  await expect(error.reconcile()).resolves.toEqual({ result: 'not-found' });
});

it('reconcile assigns a transaction to only one of two lost payments, repeatedly', async () => {
  const list = () => listed(transactionDocument('x-1', { ...after(10_040), metadata: { order: 'o-2' } }));
  const { wallets } = wire(
    [lost(), lost(), list(), list(), list()],
    { clock: { now: () => ASKED_AT, monotonic: () => 0 } },
    { reference: 'order' },
  );
  const pay = (order: string) => reconcilableErrorOf(wallets.transact({ ...between, metadata: { order } }));
  const [first, second] = [await pay('o-1'), await pay('o-2')];
  await expect(second.reconcile()).resolves.toMatchObject({ result: 'found' });
  await expect(first.reconcile()).resolves.toEqual({ result: 'not-found' });
  await expect(second.reconcile()).resolves.toMatchObject({ result: 'found' });
});

it('reconcile finds a debit and a credit, which have only one wallet', async () => {
  const one = { transaction_type: 'debit', to_wallet: null, target_asset: null, ...after(40) };
  const debit = await reconciled({
    pay: (wallets) => wallets.debit({ addressHash: '0xA1', amount: 5, metadata }),
    lists: [listed(transactionDocument('x-2', after(80)), own('x-1', one))],
  });
  expect(debit.answer).toMatchObject({ result: 'found', transaction: { id: 'x-1' } });

  const other = { transaction_type: 'credit', from_wallet: null, source_asset: null, to_wallet: '0xa1', ...after(40) };
  const credit = await reconciled({
    pay: (wallets) => wallets.credit({ addressHash: '0xA1', amount: 5, metadata }),
    lists: [listed(transactionDocument('x-2', after(80)), own('x-1', other))],
  });
  expect(credit.answer).toMatchObject({ result: 'found', transaction: { id: 'x-1' } });
  expect(credit.sent[1]?.line).toBe('GET https://api.test/v1/wallets/0xA1/transactions');
});

it('reconcile stops at the first page older than the attempt if the newest transactions come first', async () => {
  const full = (first: number) =>
    json(
      {
        data: Array.from({ length: 20 }, (_, index) =>
          transactionDocument(`${first}-${index}`, { amount: 1, ...after(-first - index * 1000) }),
        ),
        meta: { total_count: 400 },
      },
      200,
      date,
    );
  const { answer, sent } = await reconciled({ lists: [full(0), full(20_000)] });
  expect(answer).toEqual({ result: 'not-found' });
  expect(sent).toHaveLength(2);
});

it('reconcile requests the next page while the transactions are newer than the attempt', async () => {
  const page = (...data: readonly object[]) => json({ data, meta: { total_count: 4 } }, 200, date);
  const other = (id: string, ms: number) => transactionDocument(id, { amount: 1, ...after(ms) });
  const { answer, sent } = await reconciled({
    lists: [page(other('x-9', 8000), other('x-8', 5000)), page(own('x-1', after(40)), other('x-0', -60_000))],
  });
  expect(answer).toMatchObject({ result: 'found', transaction: { id: 'x-1' } });
  expect(sent).toHaveLength(3);
});

it('reconcile reads all pages if the newest transactions come last', async () => {
  const full = (page: number, count: number) =>
    json(
      {
        data: Array.from({ length: count }, (_, index) =>
          transactionDocument(`${page}-${index}`, { ...after(page * 60_000 + index - 120_000), ...(page === 2 && { metadata }) }),
        ),
        meta: { total_count: 41 },
      },
      200,
      date,
    );
  const { answer, sent } = await reconciled({ lists: [full(0, 20), full(1, 20), full(2, 1)] });
  expect(answer).toMatchObject({ result: 'found', transaction: { id: '2-0' } });
  expect(sent).toHaveLength(4);
});

it('reconcile returns ambiguous if the list does not end within 50 pages', async () => {
  let page = 0;
  const endless = Array.from({ length: 60 }, () => {
    page++;
    return json({ data: [transactionDocument(`x-${page}`, { amount: 1, created_at: after(page).created_at })] }, 200, date);
  });
  const { answer, sent } = await reconciled({ lists: endless });
  expect(answer).toEqual({ result: 'ambiguous', transactions: [] });
  expect(sent).toHaveLength(51);
});

it('reconcile counts a transaction once if it moves to the next page', async () => {
  const page = (...ids: string[]) =>
    json(
      {
        data: ids.map((id) => transactionDocument(id, { ...after(40), ...(id === 'x-1' ? { metadata } : { amount: 1 }) })),
        meta: { total_count: 4 },
      },
      200,
      date,
    );
  const { answer } = await reconciled({ lists: [page('x-2', 'x-1'), page('x-1', 'x-0')] });
  expect(answer).toMatchObject({ result: 'found', transaction: { id: 'x-1' } });
});

it('reconcile returns ambiguous for two transactions without ids', async () => {
  const { answer } = await reconciled({ lists: [listed(transactionDocument('', after(50)), transactionDocument('', after(40)))] });
  expect(answer).toMatchObject({ result: 'ambiguous', transactions: [{}, {}] });
});

it('reconcile fails if the list fails, and can be called again', async () => {
  let passed = 0;
  const { wallets } = wire(
    [lost(), json({ detail: 'No' }, 403), listed(own('x-1', after(40)))],
    {
      clock: { now: () => BEGUN_AT + passed, monotonic: () => passed },
    },
    { reference: 'order' },
  );
  const error = await reconcilableErrorOf(transact(wallets));
  passed = 10_000;
  await expect(error.reconcile()).rejects.toMatchObject({ operation: 'wallets.transactions', status: 403 });
  await expect(error.reconcile()).resolves.toMatchObject({ result: 'found', transaction: { id: 'x-1' } });
});

it('reconcile accepts call options', async () => {
  const { wallets, sent } = wire([lost(), listed()]);
  const error = await reconcilableErrorOf(transact(wallets));
  const statuses: number[] = [];
  await error.reconcile({ headers: { 'X-Request': '7' }, onResponse: ({ status }) => void statuses.push(status) });
  expect(sent[1]?.headers).toMatchObject({ 'x-request': '7' });
  expect(statuses).toEqual([200]);
});

/** After a wrong `not-found`, a caller would pay twice. */
describe('reconcile with an incomplete or unreadable list', () => {
  const clock = { now: () => ASKED_AT, monotonic: () => 0 };
  const lenient = async (lists: readonly Response[], settings = {}): Promise<unknown> => {
    const { wallets } = wire([lost(), ...lists], { clock, validation: 'report' }, settings);
    const error = await reconcilableErrorOf(wallets.transact({ ...between, metadata }));
    return error.reconcile().then(
      ({ result }) => result,
      (failure: unknown) => failure,
    );
  };
  const rows = (count: number, name = 'x') =>
    Array.from({ length: count }, (_, index) => transactionDocument(`${name}-${index}`, { amount: 7, ...after(index) }));
  const page = (data: readonly unknown[], meta?: object) => json({ data, ...(meta && { meta }) }, 200, date);

  it.each<[string, readonly Response[]]>([
    ['a second page is empty before the total', [page(rows(20), { total_count: 40 }), page([], { total_count: 40 })]],
    ['a second page is empty and lacks a total', [page(rows(20), { total_count: 40 }), page([])]],
    ['the first page is empty before the total', [page([], { total_count: 1 })]],
    ['the total is a string', [page(rows(20), { total_count: '40' }), page([])]],
    ['the total cannot be read', [page(rows(2), { total_count: 'many' }), page([])]],
    ['the service repeats its first page', [page(rows(20)), page(rows(20))]],
    [
      'a row appears twice and another row is missing',
      [page(rows(2), { total_count: 4 }), page([...rows(2).slice(1), ...rows(1, 'y')], { total_count: 4 })],
    ],
    ['a row is null', [page([null, ...rows(1)], { total_count: 2 })]],
    ['a row is a string', [page(['x-1'], { total_count: 1 })]],
    ['a row lacks attributes', [page([{ id: 'x-1', type: 'transaction' }], { total_count: 1 })]],
  ])('reconcile returns ambiguous if %s', async (_, lists) => {
    await expect(lenient(lists)).resolves.toBe('ambiguous');
  });

  it.each<[string, object]>([
    ['a wallet in an object', { from_wallet: { addressHash: '0xA1' } }],
    ['an empty wallet', { from_wallet: '' }],
    ['an amount in an object', { amount: { value: 5 } }],
    ['an amount with its unit', { amount: '5 CREDITS' }],
    ['an empty amount', { amount: '' }],
    ['an amount in a string', { amount: '5.00' }],
    ['an asset that is a number', { source_asset: 5 }],
    ['a time without a zone', { created_at: '2026-01-15T05:00:00' }],
    ['a day without a time', { created_at: '2026-01-15' }],
    ['a time without seconds', { created_at: '2026-01-15T12:00Z' }],
    ['a time that is a number', { created_at: 5 }],
    ['a time under another name', { created_at: undefined, createdAt: '2020-01-01T00:00:00Z' }],
  ])('reconcile returns ambiguous if the payment itself has %s', async (_, attributes) => {
    await expect(lenient([page([transactionDocument('x-1', { ...after(10_040), ...attributes })], { total_count: 1 })])).resolves.toBe(
      'ambiguous',
    );
  });

  it('reconcile returns ambiguous if the reference matches but the amount does not', async () => {
    const list = page([own('x-1', { ...after(10_040), amount: 4.9 })], { total_count: 1 });
    await expect(lenient([list], { reference: 'order' })).resolves.toBe('ambiguous');
  });

  it.each<[string, unknown, unknown]>([
    ['a string instead of a number', 7, { order: '7' }],
    ['a string in different case', 'o-A1', { order: 'O-A1 ' }],
    ['an object', { id: 7 }, { order: { id: 7 } }],
    ['metadata as a string', 'o-1', '{"order":"o-1"}'],
    ['metadata as an array', 'o-1', ['o-1']],
  ])(
    'reconcile returns ambiguous if the reference is returned as %s, even from a service that returns references',
    async (_, order, returned) => {
      const paid = json({ data: own('x-0', { ...after(0), metadata: { order: 'o-0' } }) });
      const list = page([transactionDocument('x-1', { ...after(10_040), metadata: returned })], { total_count: 1 });
      const { wallets } = wire([paid, lost(), list], { clock, validation: 'report' }, { reference: 'order' });
      await wallets.transact({ ...between, metadata: { order: 'o-0' } });
      const error = await reconcilableErrorOf(wallets.transact({ ...between, metadata: { order } }));
      await expect(error.reconcile()).resolves.toMatchObject({ result: 'ambiguous', transactions: [{ id: 'x-1' }] });
    },
  );

  it.each<[string, readonly Response[]]>([
    ['an empty list', [page([])]],
    ['an empty list with the total 0', [page([], { total_count: 0 })]],
    ['a list without a total, and its empty last page', [page(rows(20)), page([])]],
    ['a list with its total as a string', [page(rows(2), { total_count: '2' }), page([])]],
    ['older times with an offset', [page([transactionDocument('x-1', { created_at: '2026-01-15T12:30:00+01:00' })], { total_count: 1 })]],
    [
      'older times in the format of Ruby',
      [page([transactionDocument('x-1', { created_at: '2026-01-15 11:30:00 UTC' })], { total_count: 1 })],
    ],
  ])('reconcile returns not-found after it has read %s to the end', async (_, lists) => {
    await expect(lenient(lists)).resolves.toBe('not-found');
  });

  it.each([
    {},
    { data: null },
    { data: {} },
    { error: 'no' },
    { errors: [{ detail: 'no' }] },
    { data: [], errors: [{ detail: 'index unavailable' }] },
    { data: rows(1), errors: [{ detail: 'a shard is down' }] },
    7,
  ])('reconcile and wallets.transactions fail for a page that is not a list: %j', async (body) => {
    // A page that reports a failure fails with the service's message.
    const kind = /"errors?"/.test(JSON.stringify(body)) ? 'http' : 'invalid-response';
    const expected = { name: 'PlatformError', kind, operation: 'wallets.transactions', status: 200, attempts: 1 };
    await expect(lenient([json(body)])).resolves.toMatchObject(expected);
    await expect(lenient([page(rows(20), { total_count: 40 }), json(body)])).resolves.toMatchObject(expected);
    for (const validation of ['throw', 'report', 'off'] as const) {
      const { wallets } = wire([json(body)], { validation });
      await expect(wallets.transactions({ addressHash: '0xA1' }).toArray({ limit: 5 })).rejects.toMatchObject(expected);
    }
  });

  it('wallets.transactions returns invalid rows unchanged', async () => {
    const { wallets } = wire([page([null, 5], { total_count: 2 })], { validation: 'report' });
    await expect(wallets.transactions({ addressHash: '0xA1' }).toArray({ limit: 5 })).resolves.toEqual([null, 5]);
  });
});

describe('reconcile with an equal payment of another client', () => {
  const clock = { now: () => ASKED_AT, monotonic: () => 0 };
  const alike = (id: string, attributes: object = {}): object => transactionDocument(id, { ...after(10_040), ...attributes });

  it.each([-900, -500, -1, 0, 1, 500, 900])(
    'reconcile returns ambiguous for an equal payment %d ms after the attempt, without a reference',
    async (ms) => {
      const { wallets } = wire([lost(), listed(alike('x-1', after(10_000 + ms)))], { clock });
      const error = await reconcilableErrorOf(wallets.transact(between));
      await expect(error.reconcile()).resolves.toMatchObject({ result: 'ambiguous', transactions: [{ id: 'x-1' }] });
    },
  );

  it('reconcile excludes a payment that was listed before the attempt', async () => {
    const { wallets } = wire([listed(alike('x-1')), lost(), listed(alike('x-1')), listed(alike('x-2'), alike('x-1'))], { clock });
    await wallets.transactions({ addressHash: '0xA1' }).toArray({ limit: 20 });
    const error = await reconcilableErrorOf(wallets.transact(between));
    await expect(error.reconcile()).resolves.toEqual({ result: 'not-found' });
    await expect(error.reconcile()).resolves.toMatchObject({ result: 'ambiguous', transactions: [{ id: 'x-2' }] });
  });

  it('reconcile excludes a payment with another reference', async () => {
    const others = [alike('x-2', { metadata: { order: 'o-2' } }), alike('x-1', { metadata: { order: 7 } })];
    const { wallets } = wire([lost(), listed(...others), listed(own('x-3', after(10_040)), ...others)], { clock }, { reference: 'order' });
    const error = await reconcilableErrorOf(transact(wallets));
    await expect(error.reconcile()).resolves.toEqual({ result: 'not-found' });
    await expect(error.reconcile()).resolves.toMatchObject({ result: 'found', transaction: { id: 'x-3' } });
  });

  it('reconcile returns ambiguous for a payment without a reference, until a response contained a reference', async () => {
    const paid = json({ data: own('x-0', { ...after(0), metadata: { order: 'o-0' } }) });
    const { wallets } = wire([lost(), listed(alike('x-1')), paid, listed(alike('x-1'))], { clock }, { reference: 'order' });
    const error = await reconcilableErrorOf(transact(wallets));
    await expect(error.reconcile()).resolves.toMatchObject({ result: 'ambiguous', transactions: [{ id: 'x-1' }] });
    await wallets.transact({ ...between, metadata: { order: 'o-0' } });
    await expect(error.reconcile()).resolves.toEqual({ result: 'not-found' });
  });

  it('reconcile returns ambiguous if one payment was delivered twice', async () => {
    const { wallets } = wire([lost(), listed(own('x-2', after(10_050)), own('x-1', after(10_040)))], { clock }, { reference: 'order' });
    const error = await reconcilableErrorOf(transact(wallets));
    await expect(error.reconcile()).resolves.toMatchObject({ result: 'ambiguous', transactions: [{ id: 'x-2' }, { id: 'x-1' }] });
  });
});

const bodyOf = ({ body }: Sent): Record<string, { metadata?: Record<string, unknown> }> => JSON.parse(body) as never;

it('the reference of a payment is a new UUID by default, next to other metadata', async () => {
  const { wallets, sent } = wire([json({ data: transactionDocument('x-1') })], { adminAccess: 'admin-1' }, { reference: 'ref' });
  await wallets.transact({ ...between, metadata: { token_prices: { CREDITS: 1 } } });
  await wallets.debit({ addressHash: '0xA1', amount: 5 });
  await wallets.credit({ addressHash: '0xA1', amount: 5 });
  const found = sent.map((each) => Object.values(bodyOf(each))[0]?.metadata);
  expect(found[0]).toMatchObject({ token_prices: { CREDITS: 1 } });
  const refs = found.map((each) => each?.['ref']);
  for (const ref of refs) expect(ref).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(refs).size).toBe(3);
});

it('the reference of a payment is the caller’s reference if set, and is missing without the option `reference`', async () => {
  const { wallets, sent } = wire([json({ data: transactionDocument('x-1') })], {}, { reference: 'order' });
  await transact(wallets);
  expect(bodyOf(sent[0]!)['transaction']?.metadata).toEqual({ order: 'o-1' });
  const plain = wire([json({ data: transactionDocument('x-1') })]);
  await plain.wallets.transact(between);
  expect(bodyOf(plain.sent[0]!)['transaction']).not.toHaveProperty('metadata');
});

it.each(['', 'token_prices', 7 as never])('createWalletsClient rejects the reference name %j', (reference) => {
  expect(() => wire([], {}, { reference })).toThrow(expect.objectContaining({ kind: 'invalid-input', field: 'reference' }));
});
