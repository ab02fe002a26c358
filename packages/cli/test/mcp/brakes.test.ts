import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { expect, it, vi } from 'vitest';
import type * as Brakes from '../../src/mcp/brakes.ts';
import { allows, createBench, declines, inputOf, operationEntries, type OperationEntry } from './bench.ts';

const { hintsOf, isRead, reasonToAsk } = await vi.importActual<typeof Brakes>('../../src/mcp/brakes.ts');

const entries = operationEntries();
const changing = entries.filter((entry) => !isRead(entry));
const asking = changing.filter((entry) => reasonToAsk(entry) !== undefined);

/** Returns the hints that follow from the method alone: GET reads, DELETE destroys, and RFC 9110 lists idempotent methods. */
const hintsOfMethod = (method: string): ToolAnnotations => ({
  readOnlyHint: method === 'GET',
  destructiveHint: method === 'DELETE',
  idempotentHint: ['GET', 'PUT', 'DELETE'].includes(method),
});

const differing = (hint: keyof ToolAnnotations): string[] =>
  entries.filter((entry) => hintsOf(entry)[hint] !== hintsOfMethod(entry.operation.method)[hint]).map(({ name }) => name);

it('every GET has the hint readOnlyHint, except auth.logout', () => {
  expect(differing('readOnlyHint')).toEqual(['auth.logout']);
});

it('a call that costs credits, is never retried or removes something has the hint destructiveHint', () => {
  const namesOf = (test: (entry: OperationEntry) => boolean): string[] => entries.filter(test).map(({ name }) => name);
  const isDeletion = ({ operation }: OperationEntry): boolean => operation.method === 'DELETE';
  expect(differing('destructiveHint')).toEqual(namesOf((entry) => !isDeletion(entry) && reasonToAsk(entry) !== undefined));
  const billed = 'gateway.chat gateway.chatStream memory.a2a.chat memory.chat memory.chatStream memory.memories.search';
  const alsoBilled = 'memory.profile.extract search.chat search.chatStream search.search';
  const sentOnce = 'auth.login auth.logout auth.register auth.resetPassword agentPasses.create agentPasses.rotateKey';
  const payments = 'wallets.credit wallets.debit wallets.transact wallets.transfers.create wallets.transfers.accept';
  const removing = 'agentPasses.revoke projects.access.deny memory.memories.deduplicate';
  const known = [billed, alsoBilled, sentOnce, payments, removing].flatMap((names) => names.split(' '));
  expect(known.filter((name) => !differing('destructiveHint').includes(name))).toEqual([]);
});

it('idempotentHint follows the contract: it is true for every PATCH and some POST, and false for auth.logout', () => {
  const different = differing('idempotentHint').map((name) => {
    const entry = entries.find((each) => each.name === name) as OperationEntry;
    return [entry.operation.method, hintsOf(entry).idempotentHint, name] as const;
  });
  expect(different.filter(([method]) => method === 'GET')).toEqual([['GET', false, 'auth.logout']]);
  expect(different).toEqual(
    expect.arrayContaining([
      ['POST', true, 'agentPasses.activate'],
      ['POST', true, 'agentPasses.revoke'],
    ]) as unknown,
  );
  expect(different.filter(([method]) => method === 'PATCH').every(([, hint]) => hint === true)).toBe(true);
});

it('operations that return text of models or web pages have the hint openWorldHint', () => {
  const open = entries.filter((entry) => hintsOf(entry).openWorldHint).map(({ service }) => service);
  expect([...new Set(open)]).toEqual(['memory', 'gateway', 'search', 'converter']);
});

it('a call that changes something is rejected without --allow-writes', async () => {
  const { call, requests } = await createBench({ person: allows });
  for (const entry of changing) {
    const { isError, text } = await call(entry.name, inputOf(entry));
    expect([entry.name, isError, text]).toEqual([entry.name, true, expect.stringMatching(/only reads.*Nothing was sent/) as unknown]);
  }
  expect(changing.length).toBeGreaterThan(80);
  expect(requests).toEqual([]);
});

it.each([
  ['a client that cannot ask', undefined, /cannot ask, so nothing was sent/],
  ['a person who declines', declines, /declined .*Nothing was sent/],
  ['a person who closes the question', () => ({ action: 'cancel' as const }), /declined .*Nothing was sent/],
  [
    'a person who accepts without allowing the call',
    () => ({ action: 'accept' as const, content: { allow: false } }),
    /declined .*Nothing was sent/,
  ],
])('a call that needs consent is rejected with %s', async (_, person, message) => {
  const { call, requests } = await createBench({
    allowWrites: true,
    ...(person && { person }),
    account: { username: 'ada', password: 'secret-1' },
  });
  for (const entry of asking) {
    const { isError, text } = await call(entry.name, inputOf(entry));
    expect([entry.name, isError, text]).toEqual([entry.name, true, expect.stringMatching(message) as unknown]);
  }
  expect(asking.length).toBeGreaterThan(40);
  expect(requests).toEqual([]);
});

it('a call is not sent if the consent arrives after the agent has cancelled', async () => {
  const given = new AbortController();
  let answer = (): void => undefined;
  const { tool, requests, client } = await createBench({
    allowWrites: true,
    person: () => {
      given.abort();
      return new Promise((resolve) => (answer = () => resolve({ action: 'accept', content: { allow: true } })));
    },
  });
  const input = { from_wallet: '0xA', to_wallet: '0xB', amount: 1, source_asset: 'CREDITS' };
  await expect(tool('call', { operation: 'wallets.transact', input }, given.signal)).rejects.toThrow(/abort/i);
  answer();
  // The server handles messages in order, so this response shows that it has handled the consent.
  await client.listTools();
  expect(requests).toEqual([]);
});

it('an invalid input is rejected before the user is asked', async () => {
  const { call, requests, questions } = await createBench({ allowWrites: true, person: allows });
  const { document } = await call('wallets.transact', { from_wallet: '0xA', source_asset: 'CREDITS', amount: -1 });
  expect(document).toMatchObject({
    kind: 'invalid-input',
    outcome: 'not-sent',
    next: expect.stringMatching(/^Nothing was sent. Correct amount/) as unknown,
  });
  expect([requests, questions]).toEqual([[], []]);
});

it('an unknown operation is rejected with the nearest name', async () => {
  const { call, requests } = await createBench();
  expect((await call('wallet.get')).document['refused']).toMatch(/^wallet\.get is unknown\. Similar: wallets\.get, /);
  expect(requests).toEqual([]);
});

it('an input that is nested too deeply is rejected', async () => {
  const { call, requests, questions } = await createBench({ allowWrites: true, person: allows });
  let metadata: object = {};
  for (let depth = 0; depth < 3000; depth++) metadata = { metadata };
  const input = { from_wallet: '0xA', to_wallet: '0xB', amount: 1, source_asset: 'CREDITS', metadata };
  expect((await call('wallets.transact', input)).text).toMatch(/othing was sent/);
  expect([requests, questions]).toEqual([[], []]);
});

it('arguments of a wrong type are rejected', async () => {
  const { tool, requests } = await createBench();
  for (const args of [
    {},
    { operation: 1 },
    { operation: 'wallets.list', input: [] },
    { operation: 'wallets.list', fields: 'id' },
    { operation: 'wallets.list', skip: -1 },
  ])
    expect((await tool('call', args)).document['refused']).toMatch(/must be .*Nothing was sent/);
  expect((await tool('search', {})).text).toMatch(/^No operation matches/);
  expect((await tool('describe', {})).text).toBe('An empty name is unknown. Find names with search.');
  expect(requests).toEqual([]);
});

it('unknown arguments of a tool are rejected with the names of the known arguments', async () => {
  const { tool, requests } = await createBench();
  const { isError, document } = await tool('call', { operation: 'wallets.list', field: ['id'], limit: 5 });
  expect([isError, document]).toEqual([
    true,
    { refused: 'Unknown arguments of call: field, limit. The arguments are operation, input, fields, skip. Nothing was sent.' },
  ]);
  expect((await tool('search', { q: 'wallets' })).document['refused']).toMatch(/^Unknown arguments of search: q\. .*query/);
  expect((await tool('describe', { name: 'wallets.list' })).document['refused']).toMatch(/^Unknown arguments of describe: name\./);
  expect(requests).toEqual([]);
});

it.each([{ base64: '!!!' }, { base64: 5 }, { base64: '!', text: 'other' }])(
  'a file whose content is not base64 is rejected: %o',
  async (content) => {
    const { call, requests } = await createBench({ allowWrites: true, person: allows });
    const { document } = await call('upload.upload', { file: { name: 'a.txt', ...content } });
    expect(document).toMatchObject({ field: 'file', outcome: 'not-sent' });
    expect(requests).toEqual([]);
  },
);

it('the question contains the operation, the reason and the exact input, which is sent once', async () => {
  const { call, requests, questions } = await createBench({ allowWrites: true, person: allows });
  await call('wallets.transact', { from_wallet: '0xA', to_wallet: '0xB', amount: 2.5, source_asset: 'CREDITS' });
  expect(questions).toEqual([
    expect.stringMatching(/wants to call wallets\.transact\. It is sent once[^]*\nfrom_wallet: "0xA"\n[^]*\namount: 2\.5\n/) as unknown,
  ]);
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST https://wallets.test/v1/wallets/transact']);
});

it('the question contains the amount, even after very long strings', async () => {
  const { call, questions } = await createBench({ allowWrites: true, person: allows });
  const metadata = { note: 'a long text '.repeat(1000) };
  await call('wallets.transact', {
    metadata,
    from_wallet: '0xA',
    to_wallet: '0xB',
    source_asset: 'X\namount: 1',
    amount: 900,
  });
  expect(questions[0]).toMatch(/\nmetadata: .{250,330}more characters\)\n[^]*\nsource_asset: "X\\namount: 1"\namount: 900$/);
});

it('the question contains neither passwords nor control characters', async () => {
  const { call, questions } = await createBench({ allowWrites: true, person: allows });
  await call('auth.login', { username: 'ada\u001B[2J', password: 'difference-engine' });
  expect(questions[0]).toMatch(/\npassword: "\[hidden\]"/);
  expect(questions[0]).not.toMatch(/difference-engine/);
  expect(questions[0]).not.toContain('\u001B');
});

it('the user is not asked before a call that neither removes nor bills anything and may be retried', async () => {
  const { call, questions, requests } = await createBench({ allowWrites: true });
  await call('organizations.create', { name: 'Analytical Engines' });
  expect([questions.length, requests.length]).toEqual([0, 1]);
});
