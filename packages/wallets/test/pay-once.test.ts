import { createPlatform, isPlatformError } from '@platform-sdk/core';
import { createWalletsClient, type JournalEntry, type PaidOnce, type PaymentJournal, type WalletsClient } from '@platform-sdk/wallets';
import { passed } from '@platform-sdk/test-helpers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureOf, json, lost, transactionDocument } from './wire.ts';

const payment = { from_wallet: '0xA1', to_wallet: '0xB2', amount: 5, source_asset: 'CREDITS' };
const refused = (): Error =>
  new TypeError('failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED', syscall: 'connect' }) });

/** Describes how the service handles a payment. */
interface Fate {
  readonly applied: boolean;
  readonly answer: () => Response;
}

const FATES = {
  paid: { applied: true, answer: () => json({ data: null }) },
  'a lost response': { applied: true, answer: () => fail(lost()) },
  'a lost request': { applied: false, answer: () => fail(lost()) },
  'a refused connection': { applied: false, answer: () => fail(refused()) },
  'a 503 after the payment': { applied: true, answer: () => json({ message: 'down' }, 503) },
  'a 503 before the payment': { applied: false, answer: () => json({ message: 'down' }, 503) },
  'an HTML page with status 200 after the payment': { applied: true, answer: () => new Response('<!doctype html><p>Hello') },
  'a 401': { applied: false, answer: () => json({ message: 'expired' }, 401) },
  'a 429': { applied: false, answer: () => json({ message: 'slowly' }, 429, { 'retry-after': '3' }) },
  'a 402': { applied: false, answer: () => json({ error: { code: 'INSUFFICIENT_CREDITS' } }, 402) },
} as const satisfies Record<string, Fate>;

const fail = (error: Error): never => {
  throw error;
};

interface Service {
  readonly wallets: WalletsClient;
  /** The references of the payments that were made, in order. */
  readonly made: readonly unknown[];
  /** The methods of all requests, in order. */
  readonly sent: readonly string[];
  readonly bodies: readonly unknown[];
}

/** Creates a service that stores payments. It handles the first payments as `fates` describes, in order. Later payments succeed. */
const serviceOf = (fates: readonly (keyof typeof FATES)[] = [], keepsMetadata = true, listed: object[] = []): Service => {
  const made: unknown[] = [];
  const sent: string[] = [];
  const bodies: unknown[] = [];
  const fetch = async (_: unknown, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
    sent.push(method);
    if (method === 'GET') return json({ data: listed, meta: { total_count: listed.length } });
    bodies.push(JSON.parse(body as string));
    const { transaction } = bodies.at(-1) as { readonly transaction: { readonly metadata: { readonly client_reference: string } } };
    const fate = FATES[fates[bodies.length - 1] ?? 'paid'];
    if (fate.applied) {
      made.push(transaction.metadata.client_reference);
      listed.unshift(transactionDocument(`x-${made.length}`, keepsMetadata ? transaction : { ...transaction, metadata: undefined }));
    }
    return fate.answer();
  };
  const platform = createPlatform({
    apiKey: 'app-1',
    accessToken: 'bearer-1',
    baseUrls: { organizations: 'https://api.test/v1' },
    fetch,
    retry: { limit: 0 },
  });
  return { wallets: createWalletsClient(platform), made, sent, bodies };
};

const payIn = ({ wallets }: Service, options = {}): Promise<PaidOnce> =>
  passed(wallets.payOnce(payment, { reference: 'order-1', ...options }));

/** Creates a journal that survives a restart of its client. */
const journalOf = (): PaymentJournal & { readonly entries: Map<string, JournalEntry> } => {
  const entries = new Map<string, JournalEntry>();
  return { entries, get: async (key) => entries.get(key), set: async (key, entry) => void entries.set(key, entry) };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('payOnce adds the reference to the caller’s metadata', async () => {
  const service = serviceOf();
  await passed(service.wallets.payOnce({ ...payment, metadata: { note: 'rent' } }, { reference: 'order-1' }));
  expect(service.bodies).toEqual([
    {
      transaction: {
        ...payment,
        target_asset: 'CREDITS',
        transaction_type: 'wallet_transfer',
        metadata: { note: 'rent', client_reference: 'order-1' },
      },
    },
  ]);
});

it.each([
  ['paid', 'paid'],
  ['a lost response', 'recovered'],
  ['a lost request', 'paid'],
  ['a refused connection', 'paid'],
  ['a 503 after the payment', 'recovered'],
  ['a 503 before the payment', 'paid'],
  ['an HTML page with status 200 after the payment', 'recovered'],
  ['a 401', 'paid'],
  ['a 429', 'paid'],
] as const)('payOnce pays exactly once after %s, and returns "%s"', async (fate, result) => {
  const service = serviceOf([fate]);
  await expect(payIn(service)).resolves.toMatchObject({ result });
  expect(service.made).toEqual(['order-1']);
});

it('payOnce waits for settleMs before it sends a lost payment again', async () => {
  const service = serviceOf(['a lost request']);
  const began = Date.now();
  await payIn(service, { settleMs: 20_000 });
  expect(Date.now() - began).toBeGreaterThanOrEqual(20_000);
  expect(Date.now() - began).toBeLessThan(21_000);
  expect(service.bodies).toHaveLength(2);
});

it('payOnce finds the payment of an earlier process in the list, and sends no payment', async () => {
  const listed = [transactionDocument('x-1', { metadata: { client_reference: 'order-1' } })];
  const service = serviceOf([], true, listed);
  await expect(payIn(service)).resolves.toMatchObject({ result: 'paid-before', transaction: { id: 'x-1' } });
  expect(service.sent).toEqual(['GET']);
});

it('payOnce pays once for two simultaneous calls', async () => {
  const service = serviceOf(['a lost response']);
  const [one, other] = await Promise.all([payIn(service), payIn(service)]);
  expect([one.result, other.result]).toEqual(['recovered', 'paid-before']);
  expect(service.made).toEqual(['order-1']);
});

it('payOnce throws after a rejection, and can pay later with the same reference', async () => {
  const service = serviceOf(['a 402']);
  expect(await failureOf(payIn(service))).toMatchObject({ status: 402, outcome: 'rejected' });
  await expect(payIn(service)).resolves.toMatchObject({ result: 'paid' });
  expect(service.made).toEqual(['order-1']);
});

it('payOnce throws after a second 401', async () => {
  const service = serviceOf(['a 401', 'a 401']);
  expect(await failureOf(payIn(service))).toMatchObject({ status: 401, outcome: 'rejected' });
  expect(service.bodies).toHaveLength(2);
});

it('payOnce throws the error of the sixth attempt', async () => {
  const service = serviceOf(Array.from({ length: 9 }, () => 'a refused connection' as const));
  expect(await failureOf(payIn(service))).toMatchObject({ kind: 'network', outcome: 'not-sent' });
  expect(service.bodies).toHaveLength(6);
});

it('payOnce throws the outcome "unknown" if its wait is cancelled, and a later call does not pay twice', async () => {
  const service = serviceOf(['a lost request']);
  const controller = new AbortController();
  const paying = failureOf(service.wallets.payOnce(payment, { reference: 'order-1', signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(5000);
  controller.abort();
  expect(await passed(paying)).toMatchObject({ outcome: 'unknown' });
  await expect(payIn(service)).resolves.toMatchObject({ result: 'paid' });
  expect(service.made).toEqual(['order-1']);
});

it('payOnce rejects a reference that another payment has used', async () => {
  const service = serviceOf();
  await payIn(service);
  const error = await failureOf(passed(service.wallets.payOnce({ ...payment, amount: 6 }, { reference: 'order-1' })));
  expect(error).toMatchObject({ kind: 'invalid-input', field: 'reference', outcome: 'not-sent' });
  expect(service.made).toEqual(['order-1']);
});

it('payOnce throws PAYMENT_AMBIGUOUS at the second call if a lost payment is listed without metadata', async () => {
  const service = serviceOf(['a lost response'], false);
  expect(await failureOf(payIn(service))).toMatchObject({ outcome: 'unknown' });
  expect(await failureOf(payIn(service))).toMatchObject({ code: 'PAYMENT_AMBIGUOUS', outcome: 'unknown' });
  expect(service.made).toEqual(['order-1']);
});

it.each([
  ['reference', { reference: '' }, 'reference'],
  ['waiting time', { reference: 'order-1', settleMs: Number.NaN }, 'settleMs'],
  ['option', { reference: 'order-1', retry: false }, 'retry'],
])('payOnce rejects an invalid %s before anything is sent', async (_, options, field) => {
  const service = serviceOf();
  const error = await failureOf(service.wallets.payOnce(payment, options));
  expect(isPlatformError(error) && [error.kind, error.field, service.sent]).toEqual(['invalid-input', field, []]);
});

it('payOnce with a journal requests no transactions for a new payment', async () => {
  const service = serviceOf();
  await payIn(service, { journal: journalOf() });
  expect(service.sent).toEqual(['POST']);
});

it('payOnce sends nothing if the journal shows that the payment was made', async () => {
  const journal = journalOf();
  await payIn(serviceOf(), { journal });
  const later = serviceOf();
  await expect(payIn(later, { journal })).resolves.toMatchObject({ result: 'paid-before' });
  expect(later.sent).toEqual([]);
});

it("payOnce waits for an earlier process's payment that the service lists late", async () => {
  const journal = journalOf();
  const listed: object[] = [];
  await journal.set('order-1', {
    begunAt: Date.now(),
    payment: { ...payment, target_asset: 'CREDITS', transaction_type: 'wallet_transfer' },
    isPaid: false,
  });
  const service = serviceOf([], true, listed);
  setTimeout(() => listed.push(transactionDocument('x-9', { metadata: { client_reference: 'order-1' } })), 30_000);
  await expect(payIn(service, { journal })).resolves.toMatchObject({ result: 'paid-before', transaction: { id: 'x-9' } });
  expect(service.made).toEqual([]);
});

it('payOnce does not wait after a rejection before it pays again', async () => {
  const journal = journalOf();
  const service = serviceOf(['a 402']);
  expect(await failureOf(payIn(service, { journal }))).toMatchObject({ status: 402 });
  const began = Date.now();
  await expect(payIn(service, { journal })).resolves.toMatchObject({ result: 'paid' });
  expect(Date.now() - began).toBeLessThan(1000);
});

it('payOnce waits for settleMs after a restart, even if the attempt is an hour old', async () => {
  const journal = journalOf();
  const fields = { ...payment, target_asset: 'CREDITS', transaction_type: 'wallet_transfer' };
  await journal.set('order-1', { begunAt: Date.now() - 3_600_000, payment: fields, isPaid: false });
  const began = Date.now();
  await expect(payIn(serviceOf(), { journal, settleMs: 20_000 })).resolves.toMatchObject({ result: 'paid' });
  expect(Date.now() - began).toBeGreaterThanOrEqual(20_000);
});

it('payOnce sends nothing if the journal cannot be written', async () => {
  const service = serviceOf();
  const journal = { get: async () => undefined, set: () => Promise.reject(new Error('full')) };
  expect(await failureOf(payIn(service, { journal }))).toMatchObject({
    message: 'full',
  });
  expect(service.sent).toEqual([]);
});

it('findByReference reads the list once for all references', async () => {
  const listed = ['order-1', 'order-3', 'order-3'].map((client_reference, index) =>
    transactionDocument(`x-${index}`, { metadata: { client_reference } }),
  );
  const service = serviceOf([], true, [...listed, transactionDocument('x-9', { metadata: null })]);
  const { found, missing, returnsReferences, withoutReference } = await service.wallets.findByReference({
    addressHash: '0xA1',
    references: ['order-1', 'order-2', 'order-3'],
  });
  expect([...found].map(([reference, rows]) => [reference, rows.map(({ id }) => id)])).toEqual([
    ['order-1', ['x-0']],
    ['order-3', ['x-1', 'x-2']],
  ]);
  expect(missing).toEqual(['order-2']);
  expect(returnsReferences).toBe(true);
  expect(withoutReference.map(({ id }) => id)).toEqual(['x-9']);
  expect(service.sent).toEqual(['GET']);
});

it('findByReference throws if a part of the list is missing', async () => {
  const platform = createPlatform({
    apiKey: 'app-1',
    accessToken: 'bearer-1',
    baseUrls: { organizations: 'https://api.test/v1' },
    fetch: async () => json({ data: [transactionDocument('x-1')], meta: { total_count: 2 } }),
  });
  const error = await failureOf(createWalletsClient(platform).findByReference({ addressHash: '0xA1', references: ['order-1'] }));
  expect(error).toMatchObject({ code: 'INCOMPLETE_LIST' });
});
