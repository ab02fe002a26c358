import { getEncoding } from 'js-tiktoken';
import { expect, it } from 'vitest';
import { createBench, operationEntries } from './bench.ts';

const encoding = getEncoding('o200k_base');

/** Returns the number of tokens in the parts of tools that a model reads: name, description and input. */
const tokensOf = (tools: readonly object[]): number =>
  encoding.encode(JSON.stringify(tools.map((tool) => ({ ...tool, annotations: undefined, execution: undefined })))).length;

const toolsOf = async (options: Parameters<typeof createBench>[0]) => {
  const { client } = await createBench(options);
  return (await client.listTools()).tools;
};

it('three tools take less than a hundredth of the context of one tool per operation', async () => {
  const three = await toolsOf({ allowWrites: true });
  const services = [...new Set(operationEntries().map(({ service }) => service))];
  const each = await toolsOf({ allowWrites: true, services });

  expect(three.map(({ name }) => name)).toEqual(['search', 'describe', 'call']);
  expect(each).toHaveLength(operationEntries().length);
  expect(tokensOf(three)).toBeLessThan(160);
  expect(tokensOf(each)).toBeGreaterThan(100 * tokensOf(three));
});

it('the names of the tools are valid for every provider of models', async () => {
  const services = [...new Set(operationEntries().map(({ service }) => service))];
  const names = (await toolsOf({ allowWrites: true, services })).map(({ name }) => name);
  expect(names.filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

it('the tools of chosen services only read, unless writes are allowed', async () => {
  const reads = await toolsOf({ services: ['wallets'] });
  expect(reads.map(({ name }) => name)).toEqual([
    'wallets_get',
    'wallets_list',
    'wallets_transactions',
    'wallets_transfers_list',
    'wallets_transfers_pending',
  ]);
  expect(reads.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const all = await toolsOf({ services: ['wallets'], allowWrites: true });
  expect(all.find(({ name }) => name === 'wallets_transact')).toMatchObject({
    inputSchema: { required: ['from_wallet', 'amount', 'source_asset'] },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  });
});

it('the tool of an operation accepts resultFields and resultSkip; tools of writes and other services are unknown', async () => {
  const { tool, requests } = await createBench({ services: ['wallets'], fetch: () => Response.json({ data: [] }) });
  expect((await tool('wallets_list', { resultFields: ['balance'], resultSkip: 0 })).document).toEqual({ result: [] });
  expect((await tool('wallets_list', { resultSkip: 'x' })).document['refused']).toMatch(/skip must be a whole number/);
  await expect(tool('wallets_transact', {})).rejects.toThrow(/Unknown tool wallets_transact/);
  await expect(tool('organizations_list', {})).rejects.toThrow(/Unknown tool/);
  expect(requests).toHaveLength(1);
});

it('the tool `call` has the hint readOnlyHint, unless writes are allowed', async () => {
  const hints = async (allowWrites: boolean) => (await toolsOf({ allowWrites })).at(-1)?.annotations;
  expect(await hints(false)).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  expect(await hints(true)).toMatchObject({ readOnlyHint: false, destructiveHint: true });
});

it.each([
  ['create an organization', 'organizations.create'],
  ['pay', 'wallets.transact'],
  ['transfer money between wallets', 'wallets.transfers.create'],
  ['invite a member', 'organizations.invitations.create'],
  ['ask a model', 'gateway.chat'],
  ['balance of a wallet', 'wallets.get'],
  ['sign out', 'auth.logout'],
  ['upload a file', 'upload.upload'],
])('the query "%s" finds %s among the first four operations', async (query, name) => {
  const { tool } = await createBench();
  const found = (await tool('search', { query })).text.split('\n').slice(0, 4);
  expect(found.map((line) => line.split(':')[0])).toContain(name);
});

it('search and describe name the next step if nothing matches', async () => {
  const { tool } = await createBench();
  expect((await tool('search', { query: 'zebra' })).text).toMatch(/Search for a noun and a verb/);
  expect(await tool('describe', { operation: 'wallets.transakt' })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/is unknown\./) as unknown,
  });
});

it('describe returns the input, the result, the restrictions and the secrets of an operation', async () => {
  const { tool } = await createBench();
  const { document } = await tool('describe', { operation: 'memory.users.register' });
  expect(document).toMatchObject({
    brakes: 'changes',
    input: { required: ['id', 'email'], properties: { id: { type: 'string' } } },
    result: ['access_token (secret)', 'token_type'],
    secrets: expect.stringMatching(/^gateway_api_key may be a reference/) as unknown,
  });
});
