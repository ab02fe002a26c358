import { mock } from '@platform-sdk/core/testing';
import { createGatewayClient, type Completion } from '@platform-sdk/gateway';
import * as contract from '@platform-sdk/gateway/contract';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { completion, hello, stream } from './wire.ts';

const baseUrl = 'https://gateway.test/v1';
const server = setupServer();
beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' });
});
afterEach(() => {
  server.resetHandlers();
});
afterAll(() => {
  server.close();
});

const gateway = createGatewayClient({ baseUrl, apiKey: 'key-1', validation: 'throw' });
const answer: Completion = { ...completion };

describe('the contract of the gateway, mocked', () => {
  it('answers a chat', async () => {
    server.use(mock(contract.chat, baseUrl, ({ model }) => ({ ...answer, model })));
    await expect(gateway.chat(hello)).resolves.toEqual(completion);
  });

  it('answers a stream', async () => {
    server.use(mock(contract.chatStream, baseUrl, () => stream()));
    await expect(gateway.chatStream(hello).final()).resolves.toEqual(completion);
  });

  it('tells the two apart', async () => {
    server.use(mock(contract.chatStream, baseUrl, () => stream()));
    await expect(gateway.chat(hello)).rejects.toMatchObject({ status: 400 });
  });

  it('is of one method and path', () => {
    expect(Object.values(contract).map(({ method, path, retry }) => `${method} ${path} ${retry}`)).toEqual([
      'POST /chat/completions never',
      'POST /chat/completions never',
    ]);
  });
});
