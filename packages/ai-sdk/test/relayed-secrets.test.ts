import { platformGateway } from '@platform-sdk/ai-sdk';
import { toErrorResponse, toResponse } from '@platform-sdk/core/relay';
import { createGatewayClient } from '@platform-sdk/gateway';
import { streamText } from 'ai';
import { describe, expect, it } from 'vitest';

/** Strings of a service that must not reach a page: a key of a provider, a host, a path. */
const PRIVATE = /sk-prov|10\.2\.3\.4|internal|\/srv\/app/;
const sentence = 'The key sk-prov1d3r of http://10.2.3.4:8080/internal was rejected at /srv/app/models.py';
const events = { headers: { 'content-type': 'text/event-stream' } };
const begun = `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta: { content: 'Hi' } }] })}\n\n`;
const body = JSON.stringify({ detail: sentence, error: { message: sentence, code: 'sk-prov1d3r', type: sentence } });

const failures: Readonly<Record<string, typeof fetch>> = {
  'a rejection': async () => new Response(body, { status: 400, headers: { 'content-type': 'application/json', 'x-host': '10.2.3.4' } }),
  'a rejected key': async () => new Response(body, { status: 401 }),
  'an HTML page of a proxy': async () =>
    new Response(`<html>${sentence}</html>`, { status: 502, headers: { 'content-type': 'text/html' } }),
  'a failed connection': async () => Promise.reject(new TypeError('fetch failed', { cause: new Error(sentence) })),
  'an error within the stream': async () => new Response(`${begun}data: ${body}\n\n`, events),
  'a truncated stream': async () => new Response(begun, events),
  'an event that is not JSON': async () => new Response(`${begun}data: {${sentence}\n\n`, events),
};

const input = { model: 'auto', messages: [{ role: 'user' as const, content: 'Hello' }] };
const optionsOf = (fetch: typeof globalThis.fetch) => ({
  baseUrl: 'https://gateway.internal/v1',
  apiKey: 'key',
  fetch,
  retry: { limit: 0 },
});
const gatewayOf = (fetch: typeof globalThis.fetch) => createGatewayClient(optionsOf(fetch));

/** The ways to create the response that a page receives. */
const adapters: Readonly<Record<string, (fetch: typeof globalThis.fetch) => Promise<Response>>> = {
  toResponse: (fetch) => toResponse(gatewayOf(fetch).chatStream(input)),
  toErrorResponse: async (fetch) => {
    const failure: unknown = await gatewayOf(fetch)
      .chat(input)
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    return toErrorResponse(failure);
  },
  'the stream of the AI SDK': async (fetch) => {
    const model = platformGateway(optionsOf(fetch))('auto');
    return streamText({ model, prompt: 'Hello', maxRetries: 0, onError: () => undefined }).toUIMessageStreamResponse();
  },
};

describe.each(Object.entries(adapters))('%s', (_, respond) => {
  it.each(Object.entries(failures))('a page receives no private details of %s', async (__, fetch) => {
    const response = await respond(fetch);
    const seen = JSON.stringify([...response.headers]) + (await response.text());
    expect(seen).not.toMatch(PRIVATE);
    expect(seen).toMatch(/error/i);
  });
});

const rejected = (exposeMessage: (error: unknown) => boolean | string): Promise<Response> =>
  toResponse(gatewayOf(failures['a rejection'] as typeof fetch).chatStream(input), { exposeMessage });

it('toResponse sends the message and detail of an error to the page if exposeMessage returns true', async () => {
  const response = await rejected(() => true);
  expect([response.status, await response.json()]).toMatchObject([400, { error: { detail: sentence, code: 'sk-prov1d3r', kind: 'http' } }]);
});

it('toResponse sends the message that exposeMessage returns', async () => {
  const response = await rejected(() => 'The assistant is busy.');
  expect(await response.json()).toEqual({
    error: { message: 'The assistant is busy.', detail: 'The assistant is busy.', kind: 'http', status: 400, outcome: 'rejected' },
  });
});
