import { createWalletsClient, isReconcilableError, type ReconcilableError, type WalletsClient } from '@platform-sdk/wallets';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answer,
  answerOf,
  close,
  deadOrigin,
  json,
  reset,
  stall,
  startFaultServer,
  type FaultServer,
  type Reaction,
  type RecordedRequest,
} from './fault-server.ts';
import {
  atHeaders,
  failureOf,
  firstTokens,
  secondTokens,
  sessionDocument,
  signedIn,
  stoppedClock,
  takeTimers,
  type Limits,
  startSignedIn,
} from './signed-in-clients.ts';

/** The time of the payment on the server. The client's clock is a day behind. */
const PAID_AT = Date.UTC(2026, 0, 2);
const between = { from_wallet: '0xA1', to_wallet: '0xB2', amount: 0.1 + 0.2, source_asset: 'CREDITS', metadata: { order: 'o-1' } };

let limits: Limits;

beforeEach(() => void (limits = takeTimers()));

const withoutHeaders =
  (bytes = ''): Reaction =>
  (socket) => {
    socket.write(bytes);
    limits.expire();
  };
const jsonType = { 'Content-Type': 'application/json' };
const half = '{"data":{"id":"x-1","attr';
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

type Outcome = 'unknown' | 'likely-applied';
/** The action of the test when the headers of the payment's response arrive. */
type AtHeaders = 'nothing' | 'reset' | 'expire';

const faults: readonly (readonly [string, Reaction, string, Outcome, AtHeaders])[] = [
  ['resets the connection before the headers', reset, 'network', 'unknown', 'nothing'],
  ['closes the connection before the headers', close(), 'network', 'unknown', 'nothing'],
  ['resets the connection mid-body', stall(answerOf(200, jsonType, half, 500)), 'network', 'likely-applied', 'reset'],
  ['ends the body early', close(`${chunked}19\r\n${half}\r\n`), 'network', 'likely-applied', 'nothing'],
  ['stalls before the headers', withoutHeaders(), 'timeout', 'unknown', 'nothing'],
  ['stalls within the headers', withoutHeaders('HTTP/1.1 200 OK\r\nContent-'), 'timeout', 'unknown', 'nothing'],
  ['stalls mid-body', stall(answerOf(200, jsonType, half, 500)), 'timeout', 'likely-applied', 'expire'],
  ['returns 500', json(500, { detail: 'Oops' }), 'http', 'unknown', 'nothing'],
  ['returns 503 and requests a retry', json(503, { detail: 'Busy' }, { 'Retry-After': '0' }), 'http', 'unknown', 'nothing'],
  ['returns 200 with an HTML page', answer(200, '<html><title>Login</title></html>'), 'invalid-response', 'unknown', 'nothing'],
  ['returns 200 with broken JSON', answer(200, half, jsonType), 'invalid-response', 'likely-applied', 'nothing'],
];

const recorded = (id: string, seconds: number): object => ({
  id,
  type: 'transaction',
  attributes: {
    transaction_type: 'wallet_transfer',
    amount: 0.3,
    from_wallet: '0xA1',
    to_wallet: '0xB2',
    source_asset: 'CREDITS',
    target_asset: 'CREDITS',
    metadata: { order: id === 'x-0' ? 'o-0' : 'o-1' },
    created_at: new Date(PAID_AT + seconds * 1000).toISOString(),
  },
});
/** Returns a list of transactions. Its Date header is three seconds after the payment. */
const listed = (...data: readonly object[]): Reaction =>
  json(200, { data, meta: { page: 1, per_page: 20, total_count: data.length } }, { Date: new Date(PAID_AT + 3000).toUTCString() });

interface Scene {
  readonly wallets: WalletsClient;
  readonly server: FaultServer;
  readonly clock: ReturnType<typeof stoppedClock>;
  readonly payments: () => readonly RecordedRequest[];
}

/** Starts a server with one reaction to payments and another reaction to lists of transactions. */
const scene = async (payment: Reaction, list: Reaction, atPayment: AtHeaders = 'nothing'): Promise<Scene> => {
  const server = await startFaultServer((socket, request) => (request.method === 'POST' ? payment : list)(socket, request));
  let answers = 0;
  const atPaymentHeaders = atHeaders(() => {
    if (++answers > 1) return;
    if (atPayment === 'reset') server.resetAll();
    if (atPayment === 'expire') setImmediate(limits.expire);
  });
  const clock = stoppedClock(PAID_AT - 86_400_000);
  const { platform } = await signedIn(server.origin, { clock, ...atPaymentHeaders, adminAccess: 'planted-admin-access-77aa' });
  return {
    wallets: createWalletsClient(platform, { reference: 'order' }),
    server,
    clock,
    payments: () => server.requests.filter(({ method }) => method === 'POST'),
  };
};

const reconcilable = (error: unknown): ReconcilableError => {
  if (isReconcilableError(error)) return error;
  throw error;
};

describe.each(faults)('wallets.transact if the server %s', (_, reaction, kind, outcome, atPayment) => {
  it('wallets.transact sends exactly one request, and reports the correct outcome', async () => {
    const { wallets, payments, server } = await scene(reaction, listed(), atPayment);
    const error = await failureOf(wallets.transact(between));
    expect(error).toMatchObject({ kind, operation: 'wallets.transact', outcome, attempts: 1 });
    expect(payments()).toHaveLength(1);
    expect(payments()[0]).toMatchObject({
      target: '/v1/wallets/transact',
      body: '{"transaction":{"from_wallet":"0xA1","to_wallet":"0xB2","amount":0.3,"source_asset":"CREDITS","metadata":{"order":"o-1"},"target_asset":"CREDITS","transaction_type":"wallet_transfer"}}',
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, readonly object[], object]>([
    ['found', [recorded('x-0', -3600), recorded('x-1', 1)], { result: 'found', transaction: { id: 'x-1' } }],
    ['not-found', [recorded('x-0', -3600)], { result: 'not-found' }],
    ['ambiguous', [recorded('x-2', 2), recorded('x-1', 1)], { result: 'ambiguous', transactions: [{ id: 'x-2' }, { id: 'x-1' }] }],
  ])('reconcile finds the outcome of the payment: %s', async (_result, transactions, expected) => {
    const { wallets, payments, server, clock } = await scene(reaction, listed(...transactions), atPayment);
    const error = reconcilable(await failureOf(wallets.transact(between)));
    clock.advance(3000);
    await expect(error.reconcile()).resolves.toMatchObject(expected);
    expect(payments()).toHaveLength(1);
    expect(server.requests.at(-1)).toMatchObject({ method: 'GET', target: '/v1/wallets/0xA1/transactions' });
  });
});

const others: readonly (readonly [string, (wallets: WalletsClient) => Promise<unknown>])[] = [
  ['wallets.debit', (wallets) => wallets.debit({ addressHash: '0xA1', amount: 1 })],
  ['wallets.credit', (wallets) => wallets.credit({ addressHash: '0xA1', amount: 1 })],
  ['wallets.create', (wallets) => wallets.create({ entity_type: 'user' })],
  ['wallets.transfers.create', ({ transfers }) => transfers.create({ from_wallet: '0xA1', to_wallet: '0xB2', amount: 1 })],
  ['wallets.transfers.verifySender', ({ transfers }) => transfers.verifySender({ transferId: 't-1', verification_code: '123456' })],
  ['wallets.transfers.accept', ({ transfers }) => transfers.accept({ transferId: 't-1', verification_code: '123456' })],
  ['wallets.transfers.reject', ({ transfers }) => transfers.reject({ transferId: 't-1' })],
];

describe.each(others)('%s', (operation, pay) => {
  it.each(faults)('a payment sends a single request if the server %s', async (_, reaction, kind, outcome, atPayment) => {
    const { wallets, server } = await scene(reaction, listed(), atPayment);
    const error = await failureOf(pay(wallets));
    expect(error).toMatchObject({ kind, operation, outcome, attempts: 1 });
    expect(server.requests).toHaveLength(1);
    expect(isReconcilableError(error)).toBe(operation === 'wallets.debit' || operation === 'wallets.credit');
  });
});

it('a payment has the outcome not-sent and cannot be reconciled if the server is unreachable', async () => {
  const { platform } = await signedIn(await deadOrigin());
  const error = await failureOf(createWalletsClient(platform).transact(between));
  expect(error).toMatchObject({ kind: 'network', outcome: 'not-sent' });
  expect(isReconcilableError(error)).toBe(false);
});

it('a payment that is aborted after it was sent has the outcome "unknown", and reconcile finds it', async () => {
  const controller = new AbortController();
  const { wallets, payments, clock } = await scene(() => controller.abort(), listed(recorded('x-1', 1)));
  const error = reconcilable(await failureOf(wallets.transact(between, { signal: controller.signal })));
  expect(error).toMatchObject({ kind: 'aborted', outcome: 'unknown' });
  expect(payments()).toHaveLength(1);
  clock.advance(3000);
  await expect(error.reconcile()).resolves.toMatchObject({ result: 'found' });
});

it('a payment is not repeated after a 401, but the session is refreshed for the next payment', async () => {
  const { server, platform } = await startSignedIn((socket, request) => {
    if (request.target === '/v1/oauth/token/refresh') return json(200, sessionDocument(secondTokens))(socket, request);
    const isOld = request.headers['authorization'] === `Bearer ${firstTokens.accessToken}`;
    return (isOld ? json(401, { detail: 'Expired' }) : json(200, { data: recorded('x-1', 1) }))(socket, request);
  });
  const wallets = createWalletsClient(platform);
  const error = await failureOf(wallets.transact(between));
  expect(error).toMatchObject({ kind: 'http', status: 401, operation: 'wallets.transact', outcome: 'rejected', attempts: 1 });
  expect(isReconcilableError(error)).toBe(false);
  expect(server.requests.map(({ target }) => target)).toEqual(['/v1/wallets/transact', '/v1/oauth/token/refresh']);
  await expect(wallets.transact(between)).resolves.toMatchObject({ id: 'x-1' });
  expect(server.requests).toHaveLength(3);
});

it('the error of a payment does not contain the session or the admin access token', async () => {
  const { wallets } = await scene(json(500, { detail: 'planted-admin-access-77aa planted-access-first-91ab' }), listed());
  const error = await failureOf(wallets.credit({ addressHash: '0xA1', amount: 1 }));
  expect(`${String(error.stack)} ${JSON.stringify(error)}`).not.toMatch(/planted-/);
});
