import { expect, it } from 'vitest';
import type { Amount } from '@platform-sdk/wallets';
import { json, transactionDocument, transferDocument, wire } from './wire.ts';

const debited = async (amount: Amount): Promise<string> => {
  const { wallets, sent } = wire([json({ data: transactionDocument('x-1') })]);
  await wallets.debit({ addressHash: '0xA1', amount });
  return sent[0]?.body ?? '';
};

it.each<[string, Amount, string]>([
  ['a whole number', 5, '5'],
  ['0.1 + 0.2', 0.1 + 0.2, '0.3'],
  ['1.1 * 3', 1.1 * 3, '3.3'],
  ['the sum of ten tenths', Array.from({ length: 10 }, () => 0.1).reduce((sum, tenth) => sum + tenth, 0), '1'],
  ['the smallest amount', 0.000001, '0.000001'],
  ['the largest amount with six decimals', 999_999_999.999999, '999999999.999999'],
  ['the largest whole amount', Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ['a decimal string', '0.30', '0.3'],
  ['a string of many digits', '123456789.123456', '123456789.123456'],
])('an amount is sent exactly: %s', async (_, amount, bytes) => {
  await expect(debited(amount)).resolves.toBe(`{"debit":{"amount":${bytes}}}`);
});

it.each<[string, Amount]>([
  ['zero', 0],
  ['a negative number', -1],
  ['not a number', NaN],
  ['infinity', Infinity],
  ['a number with seven decimals', 0.1234567],
  ['less than the smallest amount', 0.0000001],
  ['a number beyond the safe integers', 2 ** 53],
  ['decimals of a number above 999,999,999.999999', 1_000_000_000.5],
  ['the rounding errors of a thousand additions', Array.from({ length: 1000 }, () => 0.1).reduce((sum, tenth) => sum + tenth, 0)],
  ['an empty string', ''],
  ['a negative string', '-1'],
  ['a string with an exponent', '1e3'],
  ['a string with seven decimals', '0.1234567'],
  ['a string with a decimal comma', '0,5'],
  ['a string with spaces around a number', ' 5 '],
  ['a string beyond the safe integers', '9007199254740993'],
  ['an array with a number, as the JSON of an agent may contain', [5] as never],
  ['true, which JavaScript would convert into 1', true as never],
])('an amount is rejected before anything is sent: %s', async (_, amount) => {
  const { wallets, sent } = wire([json({})], { adminAccess: 'admin-1' });
  const refusal = { kind: 'invalid-input', field: 'amount', outcome: 'not-sent' };
  const asset = { from_wallet: '0xA1', to_wallet: '0xB2', source_asset: 'CREDITS' };
  await expect(wallets.transact({ ...asset, amount })).rejects.toMatchObject({ ...refusal, operation: 'wallets.transact' });
  await expect(wallets.debit({ addressHash: '0xA1', amount })).rejects.toMatchObject({ ...refusal, operation: 'wallets.debit' });
  await expect(wallets.credit({ addressHash: '0xA1', amount })).rejects.toMatchObject({ ...refusal, operation: 'wallets.credit' });
  await expect(wallets.transfers.create({ from_wallet: '0xA1', to_wallet: '0xB2', amount })).rejects.toMatchObject({
    ...refusal,
    operation: 'wallets.transfers.create',
  });
  expect(sent).toEqual([]);
});

it('an amount is sent exactly in a transaction, a credit and a transfer request', async () => {
  const { wallets, sent } = wire(
    [json({ data: transactionDocument('x-1') }), json({ data: transactionDocument('x-2') }), json({ data: transferDocument() })],
    {
      adminAccess: 'admin-1',
    },
  );
  await wallets.transact({ from_wallet: '0xA1', to_wallet: '0xB2', amount: 0.1 + 0.2, source_asset: 'CREDITS' });
  await wallets.credit({ addressHash: '0xA1', amount: 0.1 + 0.2 });
  await wallets.transfers.create({ from_wallet: '0xA1', to_wallet: '0xB2', amount: 0.1 + 0.2 });
  expect(sent.map(({ body }) => /"amount":([^,}]*)/.exec(body)?.[1])).toEqual(['0.3', '0.3', '0.3']);
});
