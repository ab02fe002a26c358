import { request } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, type JSONRPCMessage, type Progress } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpCommand, startHttp } from './processes.ts';

const textOf = (result: object): string => (result as { readonly content: [{ readonly text: string }] }).content[0].text;

const createClient = (): Client => {
  const client = new Client({ name: 'official', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { allow: true } }));
  return client;
};

it('the server over stdio serves the official client, and prints only protocol messages', async () => {
  const client = createClient();
  const transport = new StdioClientTransport({ ...mcpCommand('--local', '--allow-writes'), stderr: 'pipe' });
  const errors: Error[] = [];
  client.onerror = (error) => void errors.push(error);
  await client.connect(transport);

  expect(client.getServerVersion()?.name).toBe('platform-sdk');
  expect(client.getInstructions()).toMatch(/secret:\/\/1\/name/);
  const { content } = await client.callTool({ name: 'call', arguments: { operation: 'wallets.list', fields: ['balance'] } });
  expect(textOf({ content })).toBe('{"result":[{"balance":1000},{"balance":100}]}');
  await client.close();
  expect(errors).toEqual([]);
});

it('the server over stdio reports the progress of streams and jobs before their result', async () => {
  const client = createClient();
  const transport = new StdioClientTransport({ ...mcpCommand('--local', '--allow-writes'), stderr: 'pipe' });
  await client.connect(transport);
  // The client drops progress that arrives in one piece with the result, so the test reads the messages of the transport.
  const messages: JSONRPCMessage[] = [];
  const receive = transport.onmessage?.bind(transport);
  transport.onmessage = (message) => {
    messages.push(message);
    receive?.(message);
  };
  const call = async (operation: string, input: object) => {
    messages.splice(0);
    const result = await client.callTool({ name: 'call', arguments: { operation, input } }, undefined, { onprogress: () => undefined });
    const progress = messages.flatMap((each) =>
      'method' in each && each.method === 'notifications/progress' ? [each.params as Progress] : [],
    );
    return { progress, last: messages.at(-1), result: (JSON.parse(textOf(result)) as { result: object }).result };
  };
  const chat = await call('gateway.chatStream', { model: 'auto', messages: [{ role: 'user', content: 'Hello' }] });
  expect(chat.result).toMatchObject({ choices: [{ message: { content: 'You said: Hello' }, finish_reason: 'stop' }] });
  expect(chat.progress.map(({ progress }) => progress)).toEqual(chat.progress.map((_, index) => index + 1));
  expect(chat.progress.length).toBeGreaterThan(2);
  expect(chat.last).toHaveProperty('result');

  const job = await call('converter.convert', { url: 'https://site.platform.test/' });
  expect(job.progress.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining('Navigating') as unknown]) as unknown,
  );
  await client.close();
});

it('the server over stdio ends when its client closes the input', async () => {
  const transport = new StdioClientTransport({ ...mcpCommand('--local'), stderr: 'pipe' });
  const client = createClient();
  await client.connect(transport);
  const stopped = new Promise<string>((resolve) => {
    let text = '';
    transport.stderr?.on('data', (chunk: Buffer) => void (text += chunk.toString()));
    transport.stderr?.on('end', () => resolve(text));
  });
  await client.close();
  expect(await stopped).toMatch(/The server has stopped\.\n$/);
});

describe('the server over http', () => {
  let server: Awaited<ReturnType<typeof startHttp>>;
  beforeAll(async () => {
    server = await startHttp('--local', '--allow-writes', '--token', 'token-of-the-test');
  });
  afterAll(async () => {
    await server.stop();
  });

  /** Sends an initialization with any headers, and returns the status. */
  const statusOf = async (headers: Readonly<Record<string, string>>, path = '/mcp'): Promise<number> => {
    const { port } = new URL(server.url);
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers: all }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  };
  const authorization = 'Bearer token-of-the-test';

  it('the server over http accepts only programs of this machine with the token', async () => {
    expect(await statusOf({ authorization })).toBe(200);
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ authorization: 'Bearer token-of-the-tesd' })).toBe(401);
    expect(await statusOf({ authorization: 'Bearer token' })).toBe(401);
    expect(await statusOf({ authorization, host: 'evil.example.com' })).toBe(403);
    expect(await statusOf({ authorization, origin: 'https://evil.example.com' })).toBe(403);
    expect(await statusOf({ authorization, origin: 'null' })).toBe(403);
    expect(await statusOf({ authorization, origin: 'http://127.0.0.1.evil.example.com' })).toBe(403);
    expect(await statusOf({ authorization, origin: 'http://localhost:3000' })).toBe(200);
    expect(await statusOf({ authorization, 'mcp-session-id': 'unknown' })).toBe(404);
    expect(await statusOf({ authorization }, '/other')).toBe(404);
  });

  it('the server over http serves two clients, which cannot use the secrets of each other', async () => {
    const connect = async (): Promise<Client> => {
      const client = createClient();
      const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { authorization } } });
      await client.connect(transport);
      return client;
    };
    const [one, other] = [await connect(), await connect()];
    const call = async (client: Client, operation: string, input: object): Promise<string> =>
      textOf(await client.callTool({ name: 'call', arguments: { operation, input } }));

    const login = { username: 'ada@example.com', password: 'difference-engine' };
    expect(await call(one, 'auth.login', login)).toMatch(/"refreshToken":"secret:\/\/2\/refreshToken"/);
    expect(await call(other, 'auth.refresh', { refresh_token: 'secret://2/refreshToken' })).toMatch(/is unknown/);
    expect(await call(one, 'auth.refresh', { refresh_token: 'secret://2/refreshToken' })).toMatch(
      /"accessToken":"secret:\/\/3\/accessToken"/,
    );
    await one.close();
    await other.close();
  });
});

it('the server ends without an error when it is stopped', async () => {
  const server = await startHttp('--local');
  expect([await server.stop(), server.stderr.join('')]).toEqual([0, 'The server has stopped.\n']);
});

it.each([
  [['--tools', 'wallet'], /--tools: wallet is unknown: did you mean wallets\?/],
  [['--max-calls', 'many'], /--max-calls must be a number/],
  [['--wallet', '0xA'], /need --max-credits/],
  [['--token', ''], /--token must have at least 16 characters/],
  [['--redis', 'redis://127.0.0.1:1'], /--redis: the server does not respond/],
])('platform-sdk mcp rejects invalid arguments: %j', async (args, message) => {
  await expect(startHttp('--local', ...args)).rejects.toThrow(message);
});
