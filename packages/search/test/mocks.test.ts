import { mock } from '@platform-sdk/core/testing';
import { createSearchClient, type SearchChatResult } from '@platform-sdk/search';
import * as contract from '@platform-sdk/search/contract';
import { mockServer } from '@platform-sdk/test-helpers/mock-server';
import { expect, it } from 'vitest';
import { completion, hello, stream } from './wire.ts';

const baseUrl = 'https://search.test';
const server = mockServer();

const search = createSearchClient({ baseUrl, validation: 'throw' });
const answer: SearchChatResult = { ...completion };

it('a mocked service responds to a search', async () => {
  server.use(mock(contract.search, baseUrl, ({ query, flow }) => ({ answer: `${flow}: ${query}`, sources: [] })));
  await expect(search.search({ query: 'a', flow: 'agentic' })).resolves.toEqual({ answer: 'agentic: a', sources: [] });
});

it('a mocked service responds to a chat', async () => {
  server.use(mock(contract.chat, baseUrl, ({ model }) => ({ ...answer, model })));
  await expect(search.chat(hello)).resolves.toEqual(completion);
});

it('a mocked service responds to a stream', async () => {
  server.use(mock(contract.chatStream, baseUrl, () => stream()));
  await expect(search.chatStream(hello).final()).resolves.toEqual(completion);
});

it.each([false, true])(
  'a mocked service distinguishes chats and streams, which share a path, in any order of the mocks: %s',
  async (isReversed) => {
    const mocks = [mock(contract.chat, baseUrl, () => answer), mock(contract.chatStream, baseUrl, () => stream())];
    server.use(...(isReversed ? mocks.toReversed() : mocks));
    await expect(search.chat(hello)).resolves.toEqual(completion);
    await expect(search.chatStream(hello).final()).resolves.toEqual(completion);
  },
);
