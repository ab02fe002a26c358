import { createGatewayClient } from '@platform-sdk/gateway';
import { createSearchClient } from '@platform-sdk/search';
import { failureOf } from '@platform-sdk/test-helpers';
import { describe, expect, it } from 'vitest';

const messages = [{ role: 'user' as const, content: 'Hello' }];
const model = 'acme/large';
const respond = (body: string) => ({ fetch: async () => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }) });

/** Four ways to read a completion from an event stream. The plain calls request a document, but get an event stream too. */
const ways: Readonly<Record<string, (body: string) => Promise<unknown>>> = {
  'gateway.chat': (body) =>
    createGatewayClient({ baseUrl: 'https://gateway.test/v1', apiKey: 'key-1', ...respond(body) }).chat({ model, messages }),
  'gateway.chatStream': (body) =>
    createGatewayClient({ baseUrl: 'https://gateway.test/v1', apiKey: 'key-1', ...respond(body) })
      .chatStream({ model, messages })
      .final(),
  'search.chat': (body) => createSearchClient({ baseUrl: 'https://search.test', ...respond(body) }).chat({ messages }),
  'search.chatStream': (body) =>
    createSearchClient({ baseUrl: 'https://search.test', ...respond(body) })
      .chatStream({ messages })
      .final(),
};

const half = 'data: {"choices":[{"index":0,"delta":{"content":"half"},"finish_reason":null}]}\n\n';
const end = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
const reply = { choices: [{ message: { content: 'half' }, finish_reason: 'stop' }] };

describe.each(Object.entries(ways))('a completion read by %s', (_, read) => {
  it.each([
    'event: status\ndata: {"message":"Searching the web"}\n\n',
    'event: status\ndata: {"detail":"2 of 3"}\n\n',
    'event: status\ndata: Searching the web\n\n',
    'event: progress\ndata: 40 %\n\n',
    'event: hermes.tool.progress\ndata: {"tool":"web_search","label":"Searching","status":"running"}\n\n',
    'event: sources\ndata: [{"url":"https://pages.test"}]\n\n',
  ])('a completion skips an unknown event: %j', async (remark) => {
    await expect(read(remark + half + remark + end)).resolves.toMatchObject(reply);
    const found = await read(remark + half + remark + end);
    for (const name of ['message', 'detail', 'tool', 'status']) expect(found).not.toHaveProperty(name);
  });

  it.each([
    'event: search_failed\ndata: {"message":"No provider responds"}\n\n',
    'event: exception\ndata: {"detail":"No provider responds"}\n\n',
    'event: status\ndata: {"error":{"message":"No provider responds"}}\n\n',
    'event: status\ndata: {"object":"error","message":"No provider responds"}\n\n',
    'data: {"message":"No provider responds"}\n\n',
  ])('a completion fails with the message of the event %j', async (failure) => {
    await expect(failureOf(read(half + failure))).resolves.toMatchObject({
      kind: 'http',
      message: expect.stringContaining('No provider responds') as string,
      received: { choices: [{ message: { content: 'half' } }] },
    });
  });

  it.each(['{"code":0,"message":""}', '{"code":null,"message":null,"type":null}', '{}', '[]', '""', 'null', 'false'])(
    'a completion does not fail because of the empty error %s',
    async (error) => {
      const [one, other] = [half, end].map((part) => part.replaceAll('{"choices"', `{"error":${error},"choices"`));
      await expect(read(`${one}${other}`)).resolves.toMatchObject(reply);
    },
  );
});
