import { mock } from '@platform-sdk/core/testing';
import { createGatewayClient, type GatewayChatResult } from '@platform-sdk/gateway';
import * as contract from '@platform-sdk/gateway/contract';
import { mockServer } from '@platform-sdk/test-helpers/mock-server';
import { expect, it } from 'vitest';
import { completion, hello, stream } from './wire.ts';

const baseUrl = 'https://gateway.test/v1';
const server = mockServer();

const gateway = createGatewayClient({ baseUrl, apiKey: 'key-1', validation: 'throw' });
const answer: GatewayChatResult = { ...completion };

it('a mock of chat returns a completion', async () => {
  server.use(mock(contract.chat, baseUrl, ({ model }) => ({ ...answer, model })));
  await expect(gateway.chat(hello)).resolves.toEqual(completion);
});

it('a mock of chatStream returns a stream', async () => {
  server.use(mock(contract.chatStream, baseUrl, () => stream()));
  await expect(gateway.chatStream(hello).final()).resolves.toEqual(completion);
});

it('a mock of a stream does not respond to a plain chat', async () => {
  server.use(mock(contract.chatStream, baseUrl, () => stream()));
  await expect(gateway.chat(hello, { retry: false })).rejects.toMatchObject({ kind: 'network' });
});

it.each([false, true])('mocks of chat and chatStream, which share a path, match their own requests (reversed: %s)', async (isReversed) => {
  const mocks = [mock(contract.chat, baseUrl, () => answer), mock(contract.chatStream, baseUrl, () => stream())];
  server.use(...(isReversed ? mocks.toReversed() : mocks));
  await expect(gateway.chat(hello)).resolves.toEqual(completion);
  await expect(gateway.chatStream(hello).final()).resolves.toEqual(completion);
});
