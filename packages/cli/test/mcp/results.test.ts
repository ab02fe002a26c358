import { expect, it, vi } from 'vitest';
import type * as Shortening from '../../src/mcp/shorten.ts';
import { allows, createBench } from './bench.ts';

const { pick, shorten } = await vi.importActual<typeof Shortening>('../../src/mcp/shorten.ts');

const organizations = (count: number): Response =>
  Response.json({
    data: Array.from({ length: count }, (_, index) => ({
      id: String(index + 1),
      type: 'organization',
      attributes: { name: `Organization ${index + 1}`, currentUserRole: 'OWNER' },
    })),
  });

it('a result contains only the fields that the agent names', async () => {
  const { call } = await createBench({ fetch: () => organizations(2) });
  const { document } = await call('organizations.list', {}, { fields: ['id', 'name'] });
  expect(document['result']).toEqual([
    { id: '1', name: 'Organization 1' },
    { id: '2', name: 'Organization 2' },
  ]);
});

it('a result lists its field names if the agent names only unknown fields', async () => {
  const { call } = await createBench({ fetch: () => organizations(1) });
  const { document } = await call('organizations.list', {}, { fields: ['title'] });
  expect(document['note']).toBe('No field has these names. The result has name, currentUserRole, id, type');
});

it('a long result is cut, and further calls return the rest of its list', async () => {
  const { call } = await createBench({ fetch: () => organizations(90), maxCharacters: 2000 });
  const names: string[] = [];
  let skip: number | undefined = 0;
  let calls = 0;
  while (skip !== undefined) {
    const { document, text } = await call('organizations.list', {}, { skip });
    expect(text.length).toBeLessThan(2200);
    names.push(...(document['result'] as { name: string }[]).map(({ name }) => name));
    skip = (document['next'] as { skip?: number } | undefined)?.skip;
    calls += 1;
  }
  expect(names).toEqual(Array.from({ length: 90 }, (_, index) => `Organization ${index + 1}`));
  expect(calls).toBeGreaterThan(2);
});

it('the result of a paginated list contains the input of the next page', async () => {
  const { call, requests } = await createBench({
    fetch: ({ url }) => {
      const page = Number(new URL(url).searchParams.get('page') ?? 1);
      const data = [{ id: `t${page}`, type: 'wallet_transfer', attributes: { amount: page } }];
      return Response.json({ data, meta: { page, per_page: 1, total_count: 2 } });
    },
  });
  const first = await call('wallets.transfers.list', { per_page: 1 }, { fields: ['data.id'] });
  expect(first.document).toEqual({ result: { data: [{ id: 't1' }] }, next: { input: { per_page: 1, page: 2 } } });
  const second = await call('wallets.transfers.list', { per_page: 1, page: 2 }, { fields: ['data.id'] });
  expect(second.document).toEqual({ result: { data: [{ id: 't2' }] } });
  expect(requests).toHaveLength(2);
});

it('a long result of a change contains advice instead of the arguments of another call', async () => {
  const content = 'word '.repeat(1000);
  const choices = Array.from({ length: 9 }, (_, index) => ({ index, message: { role: 'assistant', content }, finish_reason: 'stop' }));
  const { call } = await createBench({
    allowWrites: true,
    person: allows,
    maxCharacters: 4000,
    fetch: () => Response.json({ id: 'c', choices }),
  });
  const { document } = await call('gateway.chat', { model: 'auto', messages: [{ role: 'user', content: 'Hello' }] });
  expect(document['next']).toEqual({ advice: expect.any(String) as unknown });
  expect(document['note']).toMatch(/^Items 1 to 1 of 9 are shown. The result is longer than 4000 characters/);
});

it('if a result is nested too deeply, the agent is advised not to repeat the call', async () => {
  const deep = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`;
  const { call, requests } = await createBench({
    allowWrites: true,
    person: allows,
    fetch: () => new Response(`{"id":"c","choices":[],"more":${deep}}`, { headers: { 'content-type': 'application/json' } }),
  });
  const { text } = await call('gateway.chat', { model: 'auto', messages: [{ role: 'user', content: 'Hello' }] });
  expect(text).toMatch(/o not repeat|Nobody knows/);
  expect(requests).toHaveLength(1);
});

it('shorten does not change a value that fits', () => expect(shorten({ a: 1 }, 1000)).toEqual({ value: { a: 1 } }));

it('shorten cuts long strings, and counts the missing characters', () => {
  const { value, note } = shorten({ text: 'x'.repeat(5000) }, 1000);
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(1000);
  expect((value as { text: string }).text).toMatch(/^x{500}\.\.\. \(4500 more characters\)$/);
  expect(note).toMatch(/1000 characters, and was cut/);
});

it('shorten cuts an object with too many fields', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, index]));
  expect(JSON.stringify(shorten(many, 1000).value).length).toBeLessThanOrEqual(1200);
});

it('shorten returns an empty list if `skip` is beyond the end', () => expect(shorten([1, 2], 1000, 5)).toEqual({ value: [] }));

it('pick selects fields of the items of lists', () => {
  const value = {
    data: [
      { id: 1, owner: { name: 'Ada', age: 3 } },
      { id: 2, owner: null },
    ],
    meta: 1,
  };
  expect(pick(value, ['data.owner.name', 'meta'])).toEqual({ data: [{ owner: { name: 'Ada' } }, {}], meta: 1 });
});
it('pick ignores names of prototype properties', () => expect(pick({ a: 1 }, ['constructor', '__proto__'])).toEqual({}));

const payment = { from_wallet: '0xA', to_wallet: '0xB', amount: 1, source_asset: 'CREDITS' };

it('the error of a payment with an unknown outcome forbids a retry, and names calls that show the outcome', async () => {
  const { call } = await createBench({ allowWrites: true, person: allows, fetch: () => Response.json({}, { status: 502 }) });
  const { document } = await call('wallets.transact', payment);
  expect(document).toMatchObject({
    kind: 'http',
    outcome: 'unknown',
    status: 502,
    next: 'Nobody knows if the service did it. Do not repeat the call. Reconcile with wallets.get or wallets.list or wallets.transactions first, and ask the person.',
  });
});

it('the error of a lost connection allows a retry of a read, but not of a change', async () => {
  const lost = (): never => {
    throw new TypeError('fetch failed');
  };
  const { call } = await createBench({ allowWrites: true, fetch: lost });
  expect((await call('organizations.list')).document['next']).toMatch(/call again/);
  const { document } = await call('organizations.create', { name: 'Engines' });
  expect(document).toMatchObject({ outcome: 'unknown', next: expect.stringMatching(/Do not repeat.*organizations\.list/) as unknown });
});

it.each([
  [402, {}, /lack credits.*ask a person/],
  [429, { 'Retry-After': '7' }, /Wait 7 seconds/],
  [401, {}, /credentials|sign in/],
  [403, {}, /credentials/],
  [404, {}, /nothing changed\. Correct the input/],
])('an error with status %i contains the next step', async (status, headers, next) => {
  const { call } = await createBench({ fetch: () => Response.json({}, { status, headers }) });
  expect((await call('organizations.list')).document['next']).toMatch(next);
});

it('the error of a call without a session contains the advice to sign in', async () => {
  const { call, platform, requests } = await createBench();
  await platform.session.clear();
  expect((await call('organizations.list')).document).toMatchObject({
    kind: 'session',
    next: expect.stringMatching(/sign in/) as unknown,
  });
  expect(requests).toEqual([]);
});

it('the error of a billed stream contains the received part', async () => {
  const chunk = (content: string): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content } }] })}\n\n`;
  const { call } = await createBench({
    allowWrites: true,
    person: allows,
    fetch: () => new Response(chunk('Half of a') + chunk(' reply'), { headers: { 'content-type': 'text/event-stream' } }),
  });
  const { document } = await call('gateway.chatStream', { model: 'auto', messages: [{ role: 'user', content: 'Hello' }] });
  expect(document).toMatchObject({ kind: 'truncated', next: expect.stringMatching(/Do not repeat/) as unknown });
  expect(JSON.stringify(document['received'])).toContain('Half of a reply');
});
