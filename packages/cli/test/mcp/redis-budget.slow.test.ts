import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useRedis } from '../../../redis/test/use-redis.ts';
import type * as Stores from '../../src/mcp/redis-store.ts';
import { createBench } from './bench.ts';
import { startHttp } from './processes.ts';

const { redisStore } = await vi.importActual<typeof Stores>('../../src/mcp/redis-store.ts');
const redis = useRedis();

/** Starts a server in a process, and returns the function that calls its operations. */
const startServer = async (...args: readonly string[]) => {
  const server = await startHttp('--local', '--allow-writes', '--redis', redis.server().url, ...args);
  onTestFinished(async () => void (await server.stop()));
  const client = new Client({ name: 'redis', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { allow: true } }));
  const headers = { authorization: `Bearer ${server.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
  return async (operation: string, input: object = {}): Promise<string> =>
    JSON.stringify(await client.callTool({ name: 'call', arguments: { operation, input } }));
};

it('two processes share a budget of calls', async () => {
  const budget = ['--max-calls', '5', '--budget-key', 'calls'];
  const [one, other] = await Promise.all([startServer(...budget), startServer(...budget)]);
  const results = await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 ? one : other)('wallets.list')));
  expect(results.filter((text) => !text.includes('used up'))).toHaveLength(5);
  expect(results.join('\n')).toContain('The count begins again when the key calls in Redis is deleted.');
});

it('two processes share a budget of credits', async () => {
  const budget = ['--max-credits', '10', '--budget-key', 'credits'];
  const [one, other] = await Promise.all([startServer(...budget), startServer(...budget)]);
  const wallets = JSON.parse((JSON.parse(await one('wallets.list')) as { content: [{ text: string }] }).content[0].text) as {
    result: { addressHash: string }[];
  };
  const [from, to] = wallets.result.map(({ addressHash }) => addressHash);
  const pay = { from_wallet: from, to_wallet: to, amount: 4, source_asset: 'CREDITS' };
  const results = await Promise.all([one, other, one, other].map((call) => call('wallets.transact', pay)));
  expect(results.filter((text) => text.includes('does not cover'))).toHaveLength(2);
});

it('the store in Redis adds nothing if a limit would be exceeded, and can subtract credits', async () => {
  const store = await redisStore(redis.server().url, 'store', () => undefined);
  onTestFinished(() => store.close?.());
  expect(await store.take(0.25, { maxCredits: 0.5 })).toBeUndefined();
  expect(await store.take(0.3, { maxCredits: 0.5 })).toBe('credits');
  await store.settle(-0.1);
  expect(await store.take(0.35, { maxCredits: 0.5 })).toBeUndefined();
  expect(await store.take(0, { maxCredits: 0.5, maxCalls: 2 })).toBe('calls');
});

it('a call is rejected if Redis does not respond, so that every sent call is counted', async () => {
  const store = await redisStore(redis.server().url, 'gone', () => undefined);
  onTestFinished(() => store.close?.());
  const { call, requests } = await createBench({ store });
  await redis.server().stop();
  expect((await call('wallets.list')).document['refused']).toMatch(/cannot be counted, so nothing was sent/);
  expect(requests).toEqual([]);
  await redis.server().start();
});
