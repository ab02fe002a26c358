import { expect, it } from 'vitest';
import { idIn, type RawAnswer } from './raw-request.ts';
import { attributesIn, createWalletScene, refusalIn, type WalletScene } from './wallets-scene.ts';

/** Requests a transfer of 4 of Mia's 10 credits to a wallet. */
const requested = async (to: (scene: WalletScene) => string = ({ own }) => own.zoe) => {
  const scene = await createWalletScene();
  const { as, own, platform, credit } = scene;
  await credit(own.mia, 10);
  const answer = await as('mia', 'POST /wallet_transfers', {
    wallet_transfer: { from_wallet: own.mia, to_wallet: to(scene), amount: 4, description: 'Lunch' },
  });
  const id = idIn(answer);
  const step = (name: Parameters<WalletScene['as']>[0], verb: string, verification_code?: string): Promise<RawAnswer> =>
    as(name, `POST /wallet_transfers/${id}/${verb}`, verification_code === undefined ? undefined : { verification_code });
  const codeOf = (name: string): string => {
    const message = platform.inbox.latest(`${name}@example.com`);
    return message?.kind === 'transfer' && message.transferId === id ? (message.code ?? '') : 'none';
  };
  const pendingFor = async (name: Parameters<WalletScene['as']>[0]): Promise<string[]> => {
    const { body } = await as(name, 'GET /wallet_transfers/pending');
    return (body as { data: { id: string }[] }).data.map((transfer) => transfer.id);
  };
  return { ...scene, answer, id, step, codeOf, pendingFor };
};

it('transfers move the funds after the sender and the recipient have entered their codes', async () => {
  const { answer, id, step, codeOf, pendingFor, platform, balance, own } = await requested();
  expect(answer).toMatchObject({ status: 200, body: { data: { id, type: 'wallet_transfer' } } });
  expect(attributesIn(answer)).toEqual({
    from_wallet: own.mia,
    to_wallet: own.zoe,
    amount: 4,
    currency: 'CREDITS',
    description: 'Lunch',
    status: 'pending_sender_verification',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  });
  expect(platform.inbox.latest('mia@example.com')).toMatchObject({
    channel: 'email',
    kind: 'transfer',
    text: expect.stringMatching(/transfer of 4 CREDITS is \d{6}\.$/) as string,
  });
  expect(platform.inbox.latest('zoe@example.com')).toBeUndefined();
  expect([await pendingFor('mia'), await pendingFor('zoe')]).toEqual([[id], []]);

  platform.clock.advance(1000);
  expect(attributesIn(await step('mia', 'verify_sender', codeOf('mia')))).toMatchObject({
    status: 'pending_recipient',
    updated_at: '2026-01-01T00:00:01.000Z',
  });
  expect([await pendingFor('mia'), await pendingFor('zoe')]).toEqual([[], [id]]);
  expect([await balance('mia', own.mia), await balance('zoe', own.zoe)]).toEqual([10, 0]);

  expect(attributesIn(await step('zoe', 'accept', codeOf('zoe')))).toMatchObject({ status: 'completed' });
  expect([await pendingFor('mia'), await pendingFor('zoe')]).toEqual([[], []]);
  expect([await balance('mia', own.mia), await balance('zoe', own.zoe)]).toEqual([6, 4]);
});

it('transfers are listed for the sender and the recipient, and recorded as a transaction after completion', async () => {
  const { as, id, step, codeOf, own } = await requested();
  await step('mia', 'verify_sender', codeOf('mia'));
  await step('zoe', 'accept', codeOf('zoe'));

  for (const name of ['mia', 'zoe'] as const) {
    expect((await as(name, 'GET /wallet_transfers')).body).toMatchObject({
      data: [{ id, attributes: { status: 'completed' } }],
      meta: { page: 1, per_page: 20, total_count: 1 },
    });
  }
  expect((await as('olga', 'GET /wallet_transfers')).body).toMatchObject({ data: [] });
  expect((await as('zoe', `GET /wallets/${own.zoe}/transactions`)).body).toMatchObject({
    data: [{ attributes: { transaction_type: 'wallet_transfer', amount: 4, from_wallet: own.mia, metadata: { transfer_id: id } } }],
  });
});

it('a transfer ends when the recipient rejects it', async () => {
  const { step, codeOf, balance, own } = await requested();
  await step('mia', 'verify_sender', codeOf('mia'));

  expect(attributesIn(await step('zoe', 'reject'))).toMatchObject({ status: 'rejected' });
  expect(refusalIn(await step('zoe', 'accept', codeOf('zoe')))).toEqual([422, 'INVALID_TRANSFER_STATE']);
  expect([await balance('mia', own.mia), await balance('zoe', own.zoe)]).toEqual([10, 0]);
});

it('transfers to an organization can be accepted by any owner or admin', async () => {
  const { step, codeOf, balance, operating } = await requested(({ operating: wallet }) => wallet);
  await step('mia', 'verify_sender', codeOf('mia'));

  expect(codeOf('vic')).toBe('none');
  expect(codeOf('olga')).toBe(codeOf('adam'));
  expect(refusalIn(await step('vic', 'accept', codeOf('adam')))).toEqual([403, 'INSUFFICIENT_PERMISSIONS']);
  expect(attributesIn(await step('adam', 'accept', codeOf('adam')))).toMatchObject({ status: 'completed' });
  await expect(balance('olga', operating)).resolves.toBe(4);
});

it('transfers reject a wrong code at either step', async () => {
  const { step, codeOf } = await requested();
  expect(refusalIn(await step('mia', 'verify_sender', '000000'))).toEqual([422, 'INVALID_CODE']);
  expect(refusalIn(await step('mia', 'verify_sender', '000000'))).toEqual([422, 'INVALID_CODE']);
  await step('mia', 'verify_sender', codeOf('mia'));
  expect(refusalIn(await step('zoe', 'accept', codeOf('mia')))).toEqual([422, 'INVALID_CODE']);
  expect(attributesIn(await step('zoe', 'accept', codeOf('zoe')))).toMatchObject({ status: 'completed' });
});

it('a transfer rejects steps in the wrong order, steps by the wrong user, and steps by strangers', async () => {
  const { step, codeOf } = await requested();
  expect(refusalIn(await step('zoe', 'accept', codeOf('mia')))).toEqual([404, 'NOT_FOUND']);
  expect(refusalIn(await step('olga', 'verify_sender', codeOf('mia')))).toEqual([404, 'NOT_FOUND']);
  await step('mia', 'verify_sender', codeOf('mia'));
  expect(refusalIn(await step('mia', 'verify_sender', codeOf('mia')))).toEqual([422, 'INVALID_TRANSFER_STATE']);
  expect(refusalIn(await step('mia', 'accept', codeOf('zoe')))).toEqual([403, 'INSUFFICIENT_PERMISSIONS']);
  expect(refusalIn(await step('mia', 'reject'))).toEqual([403, 'INSUFFICIENT_PERMISSIONS']);
  expect(refusalIn(await step('zoe', 'verify_sender', codeOf('zoe')))).toEqual([403, 'INSUFFICIENT_PERMISSIONS']);
});

it("transfers return 402 if the sender's balance is too low, at each step", async () => {
  const { as, own, step, codeOf, balance } = await requested();
  const ask = (amount: number) =>
    as('mia', 'POST /wallet_transfers', { wallet_transfer: { from_wallet: own.mia, to_wallet: own.zoe, amount } });
  const spend = (amount: number) => as('mia', `POST /wallets/${own.mia}/debits`, { debit: { amount } });

  expect(await ask(11)).toMatchObject({
    status: 402,
    body: { error: { required_amount: 11, checked_wallets: [{ addressHash: own.mia, balance: 10 }] } },
  });
  await spend(7);
  expect(await step('mia', 'verify_sender', codeOf('mia'))).toMatchObject({
    status: 402,
    body: { error: { required_amount: 4, checked_wallets: [{ balance: 3 }] } },
  });
  await ask(3);
  expect(await balance('mia', own.mia)).toBe(3);
});

it("transfers hide the sender's balance from the recipient", async () => {
  const { as, own, step, codeOf } = await requested();
  await step('mia', 'verify_sender', codeOf('mia'));
  await as('mia', `POST /wallets/${own.mia}/debits`, { debit: { amount: 7 } });
  const answer = await step('zoe', 'accept', codeOf('zoe'));

  expect(answer.status).toBe(402);
  expect((answer.body as { error: object }).error).toEqual({
    code: 'INSUFFICIENT_CREDITS',
    required_amount: 4,
    checked_wallets: [{ addressHash: own.mia, currency: 'CREDITS' }],
  });
});

it.each([
  ["from another user's wallet", ({ own }: WalletScene) => ({ from_wallet: own.zoe, to_wallet: own.mia }), 'UNKNOWN_WALLET'],
  ['to an unknown wallet', ({ own }: WalletScene) => ({ from_wallet: own.mia, to_wallet: '0x0' }), 'UNKNOWN_WALLET'],
  ['to the same wallet', ({ own }: WalletScene) => ({ from_wallet: own.mia, to_wallet: own.mia }), 'SAME_WALLET'],
])('transfers are rejected %s', async (_, between, code) => {
  const scene = await createWalletScene();

  expect(refusalIn(await scene.as('mia', 'POST /wallet_transfers', { wallet_transfer: { ...between(scene), amount: 1 } }))).toEqual([
    422,
    code,
  ]);
});
