import { createPlatform, type PlatformError } from '@platform-sdk/core';
import {
  createSearchClient,
  getMessageText,
  type SearchChatResult,
  type SearchClient,
  type SearchClientOptions,
} from '@platform-sdk/search';
import { describe, expect, it } from 'vitest';
import {
  answer,
  close,
  deadOrigin,
  inTurn,
  json,
  reset,
  stall,
  startFaultServer,
  type FaultServer,
  type Reaction,
} from './fault-server.ts';
import { factsOf, failureOf } from './signed-in-clients.ts';

const hello = { messages: [{ role: 'user', content: 'Hello' }] };
const query = { query: 'wheels', flow: 'agentic' } as const;
const secret = 'planted-agent-secret-8d2f';

const scene = async (reaction: Reaction, options: SearchClientOptions = {}): Promise<{ search: SearchClient; server: FaultServer }> => {
  const server = await startFaultServer(reaction);
  return { server, search: createSearchClient({ baseUrl: server.origin, ...options }) };
};

/** The head of a response whose body ends with its connection. */
const headers = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';
/** The head of a response whose body only ends with an empty chunk. */
const chunkedHeaders = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = (choice: object): string => `data: ${JSON.stringify({ id: 'c-1', choices: [{ index: 0, ...choice }] })}\n\n`;
const begun = chunk({ delta: { role: 'assistant', content: 'Grüße' } });
const whole = `${begun}${chunk({ delta: { content: ' 🌍' }, finish_reason: 'stop' })}data: [DONE]\n\n`;
const contentOf = (received: unknown): string => getMessageText((received as SearchChatResult).choices[0]?.message ?? {});

describe('a search over a bad connection', () => {
  it.each<[string, Reaction, string, string]>([
    ['reset', reset, 'network', 'unknown'],
    ['an HTML page', answer(200, '<!doctype html><title>Proxy</title>', { 'Content-Type': 'text/html' }), 'invalid-response', 'unknown'],
    ['nothing at all', answer(200), 'invalid-response', 'likely-applied'],
    ['cut JSON', answer(200, '{"answer":"a', { 'Content-Type': 'application/json' }), 'invalid-response', 'likely-applied'],
    ['a failure of the server', json(503, { detail: 'Busy' }), 'http', 'unknown'],
  ])('a search sends a single request if it gets %s', async (_, reaction, kind, outcome) => {
    const { search, server } = await scene(reaction);
    const error = await failureOf(search.search(query));
    expect(factsOf(error, server.requests)).toEqual({ kind, operation: 'search.search', outcome, attempts: 1, requests: 1 });
  });

  it('a search fails with the outcome not-sent if the server is unreachable', async () => {
    const search = createSearchClient({ baseUrl: await deadOrigin(), retry: { limit: 0 } });
    await expect(search.search(query)).rejects.toMatchObject({ kind: 'network', outcome: 'not-sent' });
  });

  it('a search sends no agent headers to another origin', async () => {
    const target = await startFaultServer(json(200, {}));
    const { search } = await scene(answer(307, '', { Location: `${target.origin}/v1/search` }), {
      agent: { secretToken: secret, userId: 'a' },
    });
    await expect(search.search(query)).rejects.toMatchObject({ kind: 'redirect' });
    expect(target.requests).toEqual([]);
  });

  it("the error of a search does not contain an agent's secret that the server repeats", async () => {
    const agent = { secretToken: secret, userId: 'a' };
    const { search } = await scene(json(401, { detail: `Unknown: ${secret}` }), { agent });
    const error = await failureOf(search.search(query));
    expect(JSON.stringify([error, error.message, error.stack, error.body])).not.toContain(secret);
  });

  it('a search closes its connection when it is aborted', async () => {
    const { search, server } = await scene(stall());
    const controller = new AbortController();
    const work = failureOf(search.search(query, { signal: controller.signal }));
    await server.until(() => server.requests.length === 1);
    controller.abort();
    expect(await work).toMatchObject({ kind: 'aborted' });
    await server.until(() => server.open() === 0);
    expect(server.open()).toBe(0);
  });

  it('a search sends no tokens of a signed-in platform', async () => {
    const server = await startFaultServer(json(200, { answer: 'a', sources: [] }));
    const platform = createPlatform({ apiKey: 'planted-api-key', accessToken: 'planted-bearer', baseUrls: { search: server.origin } });
    await createSearchClient(platform).search(query);
    expect(server.requests[0]?.raw).not.toMatch(/planted|authorization|api-key/i);
  });
});

describe('search chat stream', () => {
  it('a search chat stream that is cut off at any byte is complete, or fails with the received part', async () => {
    const bytes = Buffer.from(whole);
    const cuts = Array.from({ length: bytes.length + 1 }, (_, cut) => cut);
    const { search } = await scene(
      inTurn(...(cuts.map((cut) => close(Buffer.concat([Buffer.from(headers), bytes.subarray(0, cut)]))) as [Reaction])),
    );
    // If the connection ends normally, the event before the marker counts even without its blank line.
    const finished = bytes.indexOf('\n\ndata: [DONE]');
    const outcomes: unknown[] = [];
    for (const _ of cuts) {
      const outcome = search
        .chatStream(hello)
        .final()
        .then(contentOf, (error: unknown) => (error as PlatformError).kind);
      outcomes.push(await outcome);
    }
    expect(outcomes).toEqual(cuts.map((cut) => (cut >= finished ? 'Grüße 🌍' : 'truncated')));
  });

  it('a search chat stream whose connection is reset fails as interrupted, with the received part', async () => {
    const { search, server } = await scene(
      (socket) => void socket.write(`${chunkedHeaders}${Buffer.byteLength(begun).toString(16)}\r\n${begun}\r\n`),
    );
    const seen: string[] = [];
    const work = (async () => {
      for await (const text of search.chatStream(hello).text()) {
        seen.push(text);
        server.resetAll();
      }
    })();
    const error = await failureOf(work);
    expect(error).toMatchObject({ kind: 'interrupted', operation: 'search.chatStream' });
    expect(contentOf(error.received)).toBe('Grüße');
    expect(seen).toEqual(['Grüße']);
  });

  it('a search chat stream closes its connection if its loop ends early', async () => {
    const { search, server } = await scene((socket) => void socket.write(headers + begun));
    for await (const _ of search.chatStream(hello)) break;
    await server.until(() => server.open() === 0);
    expect(server.open()).toBe(0);
  });

  it('a search chat stream ends at its end marker, even if the connection stays open', async () => {
    const { search } = await scene((socket) => void socket.write(headers + whole));
    expect(contentOf(await search.chatStream(hello).final())).toBe('Grüße 🌍');
  });

  it('a search chat stream fails if the response is an HTML page', async () => {
    const { search } = await scene(answer(200, '<!doctype html><title>Proxy</title>', { 'Content-Type': 'text/html' }));
    await expect(search.chatStream(hello).final()).rejects.toMatchObject({ kind: 'invalid-response' });
  });
});
