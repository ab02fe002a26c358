import { createConverterClient, isConverterBusyError, isRateLimitedError, type ConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { shortenWaits } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { failureOf, json, log, wire } from './wire.ts';

const healthy = { status: 'ok', time: '2026-11-20T10:00:00Z' };
const html = (status: number): Response =>
  new Response('<!doctype html><title>Bad gateway</title>', { status, headers: { 'Content-Type': 'text/html' } });

it('converter.health keeps undocumented fields', async () => {
  const { converter } = wire([json({ ...healthy, version: '2.1' })]);
  await expect(converter.health()).resolves.toEqual({ ...healthy, version: '2.1' });
});

it.each([
  ['time', { status: 'ok' }],
  ['status', { status: true, time: 't' }],
])('converter.health rejects with an invalid-response error for an invalid %s', async (field, document) => {
  const { converter } = wire([json(document)]);
  await expect(failureOf(converter.health())).resolves.toMatchObject({ kind: 'invalid-response', operation: 'converter.health', field });
});

it.each([
  ['an HTML page', html(200)],
  ['an empty body', new Response('')],
  ['truncated JSON', new Response('{"status":"ok"', { headers: { 'Content-Type': 'application/json' } })],
])('converter.health rejects with an invalid-response error for %s', async (_, answer) => {
  const { converter } = wire([answer]);
  await expect(failureOf(converter.health())).resolves.toMatchObject({ kind: 'invalid-response', status: 200 });
});

it('a call to a busy converter fails, and the error contains the time to wait', async () => {
  const { converter, sent } = wire([json({ error: 'Busy', retryAfter: 90 }, 503, { 'Retry-After': '90' })]);
  const failure = await failureOf(converter.health());
  expect(isConverterBusyError(failure)).toBe(true);
  expect(failure).toMatchObject({
    kind: 'http',
    status: 503,
    retryAfterSeconds: 90,
    body: { error: 'Busy', retryAfter: 90 },
    attempts: 1,
  });
  expect(sent).toHaveLength(1);
});

it.each([
  [429, { success: false, error: 'Slow down', code: 'RATE_LIMITED', method: 'GET' }],
  [503, { error: 'Busy', retryAfter: 0 }],
])('converter.health retries after a %d', async (status, document) => {
  shortenWaits();
  const { converter, sent } = wire([json(document, status, { 'Retry-After': '0' }), json(healthy)]);
  await expect(converter.health()).resolves.toEqual(healthy);
  expect(sent.map(({ line }) => line)).toEqual(['GET https://converter.test/api/health', 'GET https://converter.test/api/health']);
});

it('converter.health sends one request when retries are disabled', async () => {
  const { converter, sent } = wire([json({ error: 'Slow down', code: 'RATE_LIMITED' }, 429, { 'Retry-After': '0' }), json(healthy)]);
  const failure = await failureOf(converter.health({}, { retry: false }));
  expect(isRateLimitedError(failure)).toBe(true);
  expect(sent).toHaveLength(1);
});

it('converter.health rejects with the title of an HTML page', async () => {
  const { converter } = wire([html(502)], { retry: { limit: 0 } });
  const failure = await failureOf(converter.health());
  expect(failure).toMatchObject({ kind: 'http', status: 502 });
  expect((failure as Error).message).toContain('Bad gateway');
});

it('converter.health rejects without a request if its signal is already aborted', async () => {
  const { converter, sent } = wire([json(healthy)]);
  await expect(failureOf(converter.health({}, { signal: AbortSignal.abort() }))).resolves.toMatchObject({ kind: 'aborted' });
  expect(sent).toEqual([]);
});

const page = 'https://example.com/a';
const answer = (): Response => log('Opening\n__JSON__{"success":true,"url":"u","markdown":"#","results":[]}');
const calls: readonly (readonly [string, Response, (converter: ConverterClient) => Promise<unknown>])[] = [
  ['health', json(healthy), (converter) => converter.health()],
  ['convert', answer(), (converter) => converter.convert({ url: page }).result()],
  ['batch', answer(), (converter) => converter.batch({ urls: [page] }).result()],
  ['crawl', answer(), (converter) => converter.crawl({ url: page }).result()],
];

it.each(calls)('converter.%s sends no credentials by default', async (_, document, call) => {
  const { converter, sent } = wire([document], {
    apiKey: 'planted-api-key',
    accessToken: 'planted-access',
    adminAccess: 'planted-admin',
    agent: { secretToken: 'planted-secret', userId: 'planted-agent' },
    tokens: { memory: 'planted-memory', gateway: 'planted-gateway', upload: 'planted-upload' },
  });
  await call(converter);
  expect(JSON.stringify(sent)).not.toMatch(/planted|authorization|api-key|agent/i);
});

it.each(calls)('converter.%s calls the token function, and sends its token as Bearer', async (_, document, call) => {
  let count = 0;
  const { converter, sent } = wire([document], { token: async () => `token-${++count}` });
  await call(converter);
  await call(converter);
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer token-1', 'Bearer token-2']);
});

it('the converter client sends the token of its platform', async () => {
  const headers: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    headers.push(new Request(input, init).headers.get('authorization'));
    return json(healthy);
  };
  const baseUrls = { converter: 'https://converter.test' };
  await createConverterClient(createPlatform({ fetch, baseUrls, accessToken: 'planted', tokens: { converter: 'token-1' } })).health();
  await createConverterClient({ fetch, baseUrls, token: 'own', tokens: { converter: 'other' } }).health();
  expect(headers).toEqual(['Bearer token-1', 'Bearer own']);
});

it('a converter call sends nothing if the token function throws', async () => {
  const token = (): never => {
    throw new Error('no token');
  };
  const { converter, sent } = wire([json(healthy)], { token });
  await expect(converter.health()).rejects.toThrow('could not be obtained');
  await expect(converter.convert({ url: page }).result()).rejects.toThrow('could not be obtained');
  expect(sent).toEqual([]);
});

it('a converter call with a token rejects an unencrypted base URL, and sends nothing', async () => {
  const { converter, sent } = wire([json(healthy)], { baseUrl: 'http://converter.test', token: 'token-1' });
  await expect(failureOf(converter.health())).resolves.toMatchObject({ kind: 'invalid-input' });
  expect(sent).toEqual([]);
});

it('converter.health accepts a base URL with a path', async () => {
  const { converter, sent } = wire([json(healthy)], { baseUrl: 'https://example.com/converter/' });
  await converter.health();
  expect(sent[0]?.line).toBe('GET https://example.com/converter/api/health');
});

it('a call without a base URL fails before a request is sent', async () => {
  const fetch: typeof globalThis.fetch = async () => {
    throw new Error('It was sent');
  };
  const converter = createConverterClient({ fetch });
  const failure = await failureOf(converter.crawl({ url: 'https://example.com' }).result());
  expect(failure).toMatchObject({ kind: 'invalid-input', outcome: 'not-sent' });
  expect((failure as Error).message).toContain('converter');
});
