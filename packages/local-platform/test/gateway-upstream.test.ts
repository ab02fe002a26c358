import { createLocalPlatform } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';
import { ask, createGatewayScene } from './gateway-scene.ts';

/** Creates a platform whose gateway uses the gateway of another platform as its upstream. */
const chained = async (model?: string, apiKey?: string) => {
  const other = createLocalPlatform();
  const upstream = { baseUrl: other.baseUrls().gateway, apiKey: apiKey ?? other.gatewayKey, fetch: other.fetch, ...(model && { model }) };
  return { other, ...(await createGatewayScene({ gateway: { upstream } })) };
};

it('an upstream replaces the built-in model, and its replies are billed in the same way', async () => {
  const { gateway, other, balance } = await chained();
  await expect(gateway.chat({ ...ask('acme/sage'), max_tokens: 3 })).resolves.toMatchObject({
    model: 'acme/sage',
    choices: [{ message: { content: 'You said: Hello' }, finish_reason: 'length' }],
    usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
  });
  await expect(gateway.chatStream(ask('acme/sage')).final()).resolves.toMatchObject({
    choices: [{ message: { content: 'You said: Hello there' }, finish_reason: 'stop' }],
  });
  expect(other.requestLog.map(({ operation }) => operation)).toEqual(['gateway.chatStream', 'gateway.chatStream']);
  await expect(balance('organization')).resolves.toBe(1000 - 11 * 0.015);
});

it('an upstream receives the model name from the option `model`', async () => {
  const { gateway, other } = await chained('acme/gone');
  await expect(gateway.chat(ask('acme/sage'))).rejects.toMatchObject({ status: 500, code: 'PROVIDER_ERROR' });
  expect(other.requestLog.at(-1)?.status).toBe(400);
});

it('a chat fails with 500 if the upstream fails', async () => {
  const { gateway } = await chained('acme/sage', 'guessed');
  await expect(gateway.chat(ask('acme/sage'))).rejects.toMatchObject({ status: 500, code: 'PROVIDER_ERROR' });
  await expect(gateway.chatStream(ask('acme/sage')).final()).rejects.toMatchObject({ kind: 'http', status: 500, code: 'PROVIDER_ERROR' });
});

it('a stream contains an error event if the upstream fails in the middle', async () => {
  const fetch = async (): Promise<Response> =>
    new Response('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n', { headers: { 'Content-Type': 'text/event-stream' } });
  const { gateway } = await createGatewayScene({ gateway: { upstream: { baseUrl: 'https://model.test/v1', fetch } } });
  await expect(gateway.chatStream(ask('acme/sage')).final()).rejects.toMatchObject({
    status: 200,
    code: 'PROVIDER_ERROR',
    received: { choices: [{ message: { content: 'Hi' } }] },
  });
});

it('an upstream stops when the client disconnects', async () => {
  const { gateway, other } = await chained();
  for await (const { choices } of gateway.chatStream(ask('acme/sage', 'word '.repeat(100)))) if (choices[0]?.delta.content) break;
  await expect.poll(() => other.requestLog.at(-1)?.disconnected).toBe(true);
});

it('the gateway does not call the upstream for its agents', async () => {
  const { gateway, other } = await chained();
  await gateway.chat(ask('search-engine', 'engines'));
  expect(other.requestLog).toEqual([]);
});
