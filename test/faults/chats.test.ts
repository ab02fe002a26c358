import { expect, describe, it } from 'vitest';
import { clientsAt, gatewayKey, inputs, memoryToken, type Clients } from './chats.ts';
import { answer, close, deadOrigin, json, reset, stall, startFaultServer, type Reaction } from './fault-server.ts';
import { failureOf, takeTimers } from './signed-in-clients.ts';

const agent = { secretToken: 'planted-agent-secret-8d2f', userId: 'a' };

/** Calls that cost money, so that each must be sent once. */
const calls = [
  { operation: 'gateway.chat', target: '/v1/chat/completions', ask: ({ gateway }: Clients) => gateway.chat(inputs.gateway) },
  {
    operation: 'gateway.chatStream',
    target: '/v1/chat/completions',
    ask: ({ gateway }: Clients) => gateway.chatStream(inputs.gateway).final(),
  },
  { operation: 'memory.chat', target: '/v1/chat', ask: ({ memory }: Clients) => memory.chat(inputs.memory) },
  { operation: 'memory.chatStream', target: '/v1/chat', ask: ({ memory }: Clients) => memory.chatStream(inputs.memory).final() },
  { operation: 'memory.a2a.chat', target: '/a2a/conversation/chat', ask: ({ memory }: Clients) => memory.a2a.chat(inputs.agent) },
  { operation: 'search.search', target: '/v1/search', ask: ({ search }: Clients) => search.search({ query: 'wheels', flow: 'agentic' }) },
  { operation: 'search.chat', target: '/v1/chat/completions', ask: ({ search }: Clients) => search.chat(inputs.search) },
];

describe.each(calls)('$operation', ({ operation, target, ask }) => {
  it.each<[string, Reaction, object]>([
    ['resets the connection', reset, { kind: 'network', outcome: 'unknown' }],
    ['closes the connection', close(), { kind: 'network', outcome: 'unknown' }],
    ['returns 500', json(500, { error: { code: 'INTERNAL_ERROR' } }), { kind: 'http', code: 'INTERNAL_ERROR', outcome: 'unknown' }],
    ['returns 502', json(502, { error: { code: 'LLM_SERVICE_ERROR' } }), { kind: 'http', code: 'LLM_SERVICE_ERROR', outcome: 'unknown' }],
    ['returns 503', answer(503, '', { 'Retry-After': '0' }), { kind: 'http', status: 503, outcome: 'unknown' }],
    ['returns 429', json(429, { detail: 'Slow down' }, { 'Retry-After': '0' }), { kind: 'http', status: 429, outcome: 'rejected' }],
    ['returns 401', json(401, { error: { code: 'AUTHENTICATION_FAILED' } }), { kind: 'http', status: 401, outcome: 'rejected' }],
    [
      'returns an HTML page',
      answer(200, '<html></html>', { 'Content-Type': 'text/html' }),
      { kind: 'invalid-response', outcome: 'unknown' },
    ],
    [
      'truncates JSON',
      answer(200, '{"answer":"a', { 'Content-Type': 'application/json' }),
      { kind: 'invalid-response', outcome: 'likely-applied' },
    ],
  ])('a chat sends a single request if the server %s', async (_, reaction, expected) => {
    const server = await startFaultServer(reaction);
    await expect(ask(clientsAt(server.origin, { retry: { limit: 3 } }))).rejects.toMatchObject({ operation, attempts: 1, ...expected });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'POST', target });
  });

  it('a chat follows no redirect, and sends its secrets to no other origin', async () => {
    const elsewhere = await startFaultServer(json(200, {}));
    const server = await startFaultServer(answer(307, '', { Location: `${elsewhere.origin}${target}` }));
    await expect(ask(clientsAt(server.origin, { agent }))).rejects.toMatchObject({
      operation,
      kind: 'redirect',
      status: 307,
      outcome: 'rejected',
    });
    expect([server.requests.length, elsewhere.connections()]).toEqual([1, 0]);
  });

  it('the error of a chat contains no secret that the server repeats', async () => {
    const secrets = [gatewayKey, memoryToken, agent.secretToken];
    const sent = (raw: string): readonly string[] => secrets.filter((secret) => raw.includes(secret));
    const server = await startFaultServer((socket, request) => {
      const message = `${sent(request.raw).join(' and ')} are unknown`;
      json(401, { error: { code: 'AUTHENTICATION_FAILED', message, details: { secrets: sent(request.raw) } } })(socket, request);
    });
    const error = await failureOf(ask(clientsAt(server.origin, { agent })));
    expect(error.code).toBe('AUTHENTICATION_FAILED');
    expect(sent(server.requests[0]!.raw)).not.toEqual([]);
    expect(JSON.stringify([error, error.message, error.stack, error.body])).not.toContain('planted');
  });

  it('a chat fails with the outcome not-sent if the server is unreachable', async () => {
    const clients = clientsAt(await deadOrigin(), { retry: { limit: 0 } });
    await expect(ask(clients)).rejects.toMatchObject({ kind: 'network', outcome: 'not-sent' });
  });
});

it.each(calls.filter(({ operation }) => !operation.endsWith('Stream')))(
  '$operation has the outcome "unknown" if its headers time out, and likely-applied if its body times out',
  async ({ ask }) => {
    const limits = takeTimers();
    const silent = await startFaultServer(() => limits.expire(Infinity));
    await expect(ask(clientsAt(silent.origin))).rejects.toMatchObject({ kind: 'timeout', outcome: 'unknown' });
    const server = await startFaultServer(stall('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"id"'));
    await expect(ask(clientsAt(server.origin, { timeouts: { bodyMs: 30 } }))).rejects.toMatchObject({
      kind: 'timeout',
      outcome: 'likely-applied',
    });
    expect(server.requests).toHaveLength(1);
  },
);
