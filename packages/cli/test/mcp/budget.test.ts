import { expect, it } from 'vitest';
import { allows, createBench } from './bench.ts';

const CHAT = { model: 'auto', messages: [{ role: 'user', content: 'Hello' }] };
const payment = (amount: number): object => ({ from_wallet: '0xA', to_wallet: '0xB', amount, source_asset: 'CREDITS' });

/** Creates a server with a wallet and a gateway. Each chat costs `price()` credits. */
const scene = async (limits: object, { balance = 1000, price = () => 3 }: { balance?: number; price?: () => number } = {}) => {
  let left = balance;
  const status = { chat: 200, wallet: 200, payment: 200 };
  const bench = await createBench({
    allowWrites: true,
    person: allows,
    limits,
    fetch: ({ url }) => {
      if (url.includes('/chat/completions')) {
        const needed = price();
        if (status.chat === 402)
          return Response.json({ error: { code: 'INSUFFICIENT_CREDITS', required_amount: needed } }, { status: 402 });
        left -= needed;
        return Response.json({ id: 'c', choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] });
      }
      if (url.endsWith('/wallets/transact')) return Response.json({}, { status: status.payment });
      const attributes = { addressHash: '0xA', entityType: 'user', entityId: '1', purpose: 'general', currency: 'CREDITS', balance: left };
      return Response.json({ data: { id: '1', type: 'wallet', attributes } }, { status: status.wallet });
    },
  });
  const chats = (): number => bench.requests.filter(({ url }) => url.includes('/chat/completions')).length;
  return { ...bench, status, chats, chat: () => bench.call('gateway.chat', CHAT) };
};

it('--max-calls rejects calls above the limit', async () => {
  const { call, requests } = await scene({ maxCalls: 2 });
  await call('wallets.list');
  await call('wallets.list');
  expect((await call('wallets.list')).document['refused']).toBe(
    'The budget of calls is used up: --max-calls is 2. Nothing was sent. Ask the person to restart the server with a larger --max-calls. The count begins again when the server restarts.',
  );
  expect(requests).toHaveLength(2);
});

it('--max-calls does not count invalid and declined calls', async () => {
  const { call, requests } = await scene({ maxCalls: 1 });
  expect((await call('wallets.get', {})).document['kind']).toBe('invalid-input');
  expect((await call('wallets.get', { addressHash: '0xA' })).isError).toBe(false);
  expect(requests).toHaveLength(1);
});

it('--max-credits counts the amounts of payments', async () => {
  const { call, requests } = await scene({ maxCredits: 10 });
  expect((await call('wallets.transact', payment(6))).isError).toBe(false);
  expect((await call('wallets.transact', payment(6))).document['refused']).toBe(
    'The rest of the budget of credits does not cover wallets.transact, which may cost 6: --max-credits is 10. Nothing was sent. Ask the person to restart the server with a larger --max-credits. The count begins again when the server restarts.',
  );
  expect((await call('wallets.transact', payment(4))).isError).toBe(false);
  expect(requests).toHaveLength(2);
});

it('--max-credits releases a failed payment, but not a payment with an unknown outcome', async () => {
  const { call, status } = await scene({ maxCredits: 10 });
  status.payment = 422;
  await call('wallets.transact', payment(10));
  status.payment = 502;
  await call('wallets.transact', payment(10));
  status.payment = 200;
  expect((await call('wallets.transact', payment(1))).document['refused']).toMatch(/rest of the budget of credits does not cover/);
});

it('--max-credits rejects a billed call with an unknown price, and sends nothing', async () => {
  const { chat, requests, questions } = await scene({ maxCredits: 10 });
  expect((await chat()).document['refused']).toMatch(/price of gateway\.chat is unknown.*--wallet or --max-price.*Nothing was sent/);
  expect([requests, questions]).toEqual([[], []]);
});

it('--max-credits rejects a billed call with an unknown price if the wallet exceeds the remaining budget', async () => {
  const { chat, chats } = await scene({ maxCredits: 10, wallet: '0xA' });
  expect((await chat()).document['refused']).toMatch(/unknown.*contains more credits \(1000\) than the budget of 10 credits/);
  expect(chats()).toBe(0);
});

it('--max-credits rejects a billed call with an unknown price if the balance cannot be read', async () => {
  const { chat, chats, status } = await scene({ maxCredits: 10, wallet: '0xA' });
  status.wallet = 500;
  expect((await chat()).document['refused']).toMatch(/balance of the wallet could not be read/);
  expect(chats()).toBe(0);
});

it('--max-credits allows a billed call with a small wallet, and computes the price from the balance', async () => {
  const { chat, chats } = await scene({ maxCredits: 10, wallet: '0xA' }, { balance: 10 });
  // Each call costs 3 credits, so the fourth call would exceed the budget.
  for (let count = 0; count < 3; count++) expect((await chat()).isError).toBe(false);
  expect((await chat()).document['refused']).toMatch(/rest of the budget of credits does not cover/);
  expect(chats()).toBe(3);
});

it.each([
  // The used and reserved credits of the three calls are 5, 3 + 5, and 6 + 5, which exceeds 10.
  ['counts the real price after each call', { wallet: '0xA' }, 3],
  ['counts the reserved price without a wallet', {}, 3],
  ['counts the reserved price if the balance does not change, because another wallet may have paid', { wallet: '0xA' }, 0],
])('--max-credits 10 with --max-price 5 %s', async (_, wallet, price) => {
  const { chat, chats } = await scene({ maxCredits: 10, maxPrice: 5, ...wallet }, { price: () => price });
  for (let count = 0; count < 2; count++) expect((await chat()).isError).toBe(false);
  expect((await chat()).document['refused']).toMatch(/rest of the budget of credits does not cover/);
  expect(chats()).toBe(2);
});

it('--max-credits uses the price in a 402 response for later calls', async () => {
  const { chat, status, chats } = await scene({ maxCredits: 10, wallet: '0xA', maxPrice: 1 }, { price: () => 50 });
  status.chat = 402;
  expect((await chat()).document['next']).toMatch(/lack credits/);
  status.chat = 200;
  expect((await chat()).document['refused']).toMatch(/exceeds the budget of 10 credits.*larger --max-credits.*Nothing was sent/);
  expect(chats()).toBe(1);
});

it('with --max-calls and --max-credits, the error names --max-calls if the calls are used up first', async () => {
  const { call, chat } = await scene({ maxCalls: 1, maxCredits: 10, wallet: '0xA' }, { balance: 10 });
  await call('wallets.list');
  expect((await chat()).document['refused']).toMatch(/budget of calls is used up: --max-calls is 1\./);
});

it('--max-credits counts an amount that is a string', async () => {
  const { call, requests } = await scene({ maxCredits: 10, wallet: '0xA', maxPrice: 1 });
  expect((await call('wallets.transact', { ...payment(0), amount: '900' })).document['refused']).toMatch(
    /exceeds the budget of 10 credits.*larger --max-credits.*Nothing was sent/,
  );
  expect(requests).toEqual([]);
});

it('--max-credits rejects a step of a transfer, because it does not contain the amount', async () => {
  const { call, requests } = await scene({ maxCredits: 10, wallet: '0xA', maxPrice: 1 });
  const input = { transferId: 't', verification_code: '123456' };
  expect((await call('wallets.transfers.verifySender', input)).document['refused']).toMatch(/does not contain its amount/);
  expect(requests).toEqual([]);
});

it('concurrent calls cannot exceed --max-credits', async () => {
  const { chat, chats } = await scene({ maxCredits: 10, wallet: '0xA', maxPrice: 3 });
  const results = await Promise.all(Array.from({ length: 8 }, chat));
  expect(results.filter(({ isError }) => !isError)).toHaveLength(3);
  expect(chats()).toBe(3);
});

it('all clients of a server share the budget', async () => {
  const { call, connect } = await scene({ maxCredits: 10 });
  await call('wallets.transact', payment(10));
  const other = await connect();
  const { content } = await other.callTool({ name: 'call', arguments: { operation: 'wallets.transact', input: payment(1) } });
  expect(JSON.stringify(content)).toMatch(/rest of the budget of credits does not cover/);
});
