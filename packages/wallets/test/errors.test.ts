import { expect, it } from 'vitest';
import { isInsufficientCreditsError, isReconcilableError } from '@platform-sdk/wallets';
import { failureOf, json, lost, wire } from './wire.ts';

const between = { from_wallet: '0xA1', to_wallet: '0xB2', amount: 5, source_asset: 'CREDITS' };
const short = {
  detail: 'The wallet does not hold enough credits.',
  error: { code: 'INSUFFICIENT_CREDITS', required_amount: 5, checked_wallets: [{ addressHash: '0xA1', balance: 2 }] },
};

it('an insufficient-credits error contains the required amount and the checked wallets', async () => {
  const { wallets } = wire([json(short, 402)]);
  const error = await failureOf(wallets.transact(between));
  if (!isInsufficientCreditsError(error)) throw error;
  expect(error.message).toMatch(/^The wallet does not hold enough credits\./);
  expect(error.body?.error?.required_amount).toBe(5);
  expect(error.body?.error?.checked_wallets).toEqual([{ addressHash: '0xA1', balance: 2 }]);
});

it('isInsufficientCreditsError accepts status 402 with any body, and the code with any status', async () => {
  const { wallets } = wire([new Response('Payment required', { status: 402 }), json(short, 422)]);
  expect(isInsufficientCreditsError(await failureOf(wallets.transact(between)))).toBe(true);
  expect(isInsufficientCreditsError(await failureOf(wallets.transact(between)))).toBe(true);
});

it('isInsufficientCreditsError returns false for other failures', async () => {
  const { wallets } = wire([json({}, 403)]);
  expect(isInsufficientCreditsError(await failureOf(wallets.transact(between)))).toBe(false);
  expect(isInsufficientCreditsError(new Error('402'))).toBe(false);
});

it.each([
  ['a failed connection', lost(), true],
  ['a 500', json({}, 500), true],
  ['a success that is an HTML page', new Response('<html></html>'), true],
  ['a rejection', json({}, 422), false],
  ['insufficient credits', json(short, 402), false],
  ['a refused connection', Object.assign(new TypeError('failed'), { code: 'ECONNREFUSED' }), false],
])('isReconcilableError returns true only if the outcome of a payment is unknown: %s', async (_, answer, expected) => {
  const { wallets } = wire([answer], { adminAccess: 'admin-1', retry: { limit: 0 } });
  for (const payment of [
    wallets.transact(between),
    wallets.debit({ addressHash: '0xA1', amount: 1 }),
    wallets.credit({ addressHash: '0xA1', amount: 1 }),
  ]) {
    expect(isReconcilableError(await failureOf(payment))).toBe(expected);
  }
});

it('isReconcilableError returns false for calls without a payment', async () => {
  const { wallets } = wire([json({}, 500)], { retry: { limit: 0 } });
  expect(isReconcilableError(await failureOf(wallets.list()))).toBe(false);
});

it('a reconcilable error is printed and serialized like other errors', async () => {
  const { wallets } = wire([json({}, 500)]);
  const error = await failureOf(wallets.transact(between));
  expect(Object.keys(error as object)).not.toContain('reconcile');
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name: 'PlatformError', operation: 'wallets.transact', outcome: 'unknown' });
});
