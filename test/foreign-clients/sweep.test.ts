import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createLocalPlatform, serve, type LocalPlatform } from '@platform-sdk/local-platform';
import { sweep } from '@platform-sdk/local-platform/testing';
import { APICallError, generateText, RetryError } from 'ai';
import OpenAI, { OpenAIError } from 'openai';
import { expect, it, onTestFinished } from 'vitest';

const messages = [{ role: 'user' as const, content: 'Hello there' }];
const isOfClient = (error: unknown): boolean =>
  error instanceof OpenAIError || APICallError.isInstance(error) || RetryError.isInstance(error);

/** Sweeps a journey over a real port. Returns each kind of finding with the faults in which it was found. */
const swept = async (journeyAt: (baseURL: string, signal: AbortSignal) => (local: LocalPlatform) => Promise<unknown>) => {
  const local = createLocalPlatform();
  const server = await serve(local);
  const ending = new AbortController();
  onTestFinished(async () => {
    // Otherwise, a client that still waits would retry during another test, when the server closes.
    ending.abort();
    await server.close();
  });
  const { findings, cells } = await sweep({
    local,
    journey: journeyAt(server.baseUrls.gateway, ending.signal),
    accepts: isOfClient,
    skip: ['ended', 'ended-done'],
  });
  expect(cells).toHaveLength(13);
  const cellsOf = (wanted: string): string[] =>
    findings.filter(({ kind }) => kind === wanted).map(({ cell }) => cell.replace('gateway.chat#1/', ''));
  return [...new Set(findings.map(({ kind }) => kind))].map((kind) => [kind, ...cellsOf(kind)].join(' '));
};

const askOpenAI = (options: { readonly maxRetries?: number }) => (baseURL: string, signal: AbortSignal) => async (local: LocalPlatform) => {
  const client = new OpenAI({ baseURL, apiKey: local.gatewayKey, ...options });
  return (await client.chat.completions.create({ model: 'acme/sage', messages }, { signal })).choices[0]?.message.content;
};

it('the openai client with its defaults pays twice for a chat after a lost response, a late 503 and a stall', async () => {
  expect(await swept(askOpenAI({}))).toEqual([
    'doubled lost 503-done stalled',
    'crashed html',
    'not-a-platform-error cut',
    'hangs stalled',
  ]);
});

it('the openai client without retries pays once for a chat', async () => {
  expect(await swept(askOpenAI({ maxRetries: 0 }))).toEqual(['crashed html', 'not-a-platform-error cut']);
});

it('the AI SDK with its defaults pays twice for a chat after a lost response and a late 503', async () => {
  const ask = (baseURL: string, abortSignal: AbortSignal) => async (local: LocalPlatform) => {
    const provider = createOpenAICompatible({ name: 'gateway', baseURL, apiKey: local.gatewayKey });
    return (await generateText({ model: provider('acme/sage'), messages, abortSignal })).text;
  };

  expect(await swept(ask)).toEqual(['doubled lost 503-done', 'hangs stalled']);
});
