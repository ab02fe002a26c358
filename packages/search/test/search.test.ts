import { createPlatform, getResponseProblems } from '@platform-sdk/core';
import {
  createSearchClient,
  type AgenticResult,
  type ScrapOnlyResult,
  type SearchInput,
  type SearchOnlyResult,
} from '@platform-sdk/search';
import { expect, expectTypeOf, it } from 'vitest';
import { answering, failureOf, wire } from './wire.ts';

const answered = { answer: 'Blue.', sources: [{ title: 'Colours', url: 'https://a.example/' }] };
const hits = { results: [{ title: 'Colours', url: 'https://a.example/', snippet: 'Blue is one' }] };
const pages = { results: [{ url: 'https://a.example/', content: '# Colours', title: 'Colours' }] };

it('search.search sends an agentic search without credentials, and returns the text with sources', async () => {
  const { search, sent } = wire([Response.json(answered)]);
  await expect(search.search({ query: 'Which colour?', flow: 'agentic' })).resolves.toEqual(answered);
  expect(sent).toEqual([
    {
      line: 'POST https://search.test/v1/search',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"query":"Which colour?","flow":"agentic"}',
    },
  ]);
});

it('search_only returns the results of a search without a summary', async () => {
  const { search, sent } = wire([Response.json(hits)]);
  const result = await search.search({ query: 'colours', flow: 'search_only', params: { use_search: true, providers: ['web', 'own'] } });
  expect(result.results[0]?.snippet).toBe('Blue is one');
  expect(sent[0]?.body).toBe('{"query":"colours","flow":"search_only","params":{"use_search":true,"providers":["web","own"]}}');
});

it('scrap_only returns the content of the pages in `urls`', async () => {
  const { search, sent } = wire([Response.json(pages)]);
  const result = await search.search({ query: '', flow: 'scrap_only', params: { urls: ['https://a.example/'] } });
  expect(result.results[0]?.content).toBe('# Colours');
  expect(sent[0]?.body).toBe('{"query":"","flow":"scrap_only","params":{"urls":["https://a.example/"]}}');
});

it('search.search sends undocumented options', async () => {
  const { search, sent } = wire([Response.json(answered)]);
  await search.search({ query: 'a', flow: 'agentic', params: { language: 'de' } });
  expect(sent[0]?.body).toBe('{"query":"a","flow":"agentic","params":{"language":"de"}}');
});

it('search.search keeps undocumented fields of a result', async () => {
  const more = { results: [{ ...hits.results[0], score: 0.5 }], took_ms: 3 };
  await expect(wire([Response.json(more)]).search.search({ query: 'a', flow: 'search_only' })).resolves.toEqual(more);
});

it('search.search sends the headers of a configured agent', async () => {
  const { search, sent } = wire([Response.json(answered)], { agent: { secretToken: 'agent-secret', userId: 'agent-7' } });
  await search.search({ query: 'a', flow: 'agentic' });
  expect(sent[0]?.headers).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'x-agent-secret-token': 'agent-secret',
    'x-agent-user-id': 'agent-7',
  });
});

it("search.search never sends the Api-Key or the session's Bearer token", async () => {
  const { options, sent } = answering([Response.json(answered)]);
  const { baseUrl: search = '', ...others } = options;
  const platform = createPlatform({ ...others, baseUrls: { search }, apiKey: 'key', accessToken: 'bearer' });
  await createSearchClient(platform).search({ query: 'a', flow: 'agentic' });
  expect(Object.keys(sent[0]!.headers)).toEqual(['accept', 'content-type']);
});

it.each<[string, object, string]>([
  ['an empty query', { query: '', flow: 'agentic' }, 'query'],
  ['a missing query', { flow: 'agentic' }, 'query'],
  ['an undocumented flow', { query: 'a', flow: 'luckiest' }, 'flow'],
  ['a flow that is the name of an inherited property', { query: 'a', flow: 'constructor' }, 'flow'],
  ['the flow scrap_only without URLs', { query: 'a', flow: 'scrap_only' }, 'params.urls'],
  ['an empty list of URLs', { query: 'a', flow: 'scrap_only', params: { urls: [] } }, 'params.urls'],
  ['a URL with another scheme', { query: 'a', flow: 'scrap_only', params: { urls: ['file:///etc/passwd'] } }, 'params.urls.0'],
  ['an invalid URL', { query: 'a', flow: 'scrap_only', params: { urls: ['https://a.example', 'b'] } }, 'params.urls.1'],
  ['providers that are not an array', { query: 'a', flow: 'agentic', params: { providers: 'web' } }, 'params.providers'],
  ['a string as use_search', { query: 'a', flow: 'agentic', params: { use_search: 'yes' } }, 'params.use_search'],
])('search.search rejects %s before anything is sent', async (_, input, field) => {
  const { search, sent } = wire([Response.json(answered)]);
  const error = await failureOf(search.search(input as SearchInput));
  expect(error).toMatchObject({ kind: 'invalid-input', field, operation: 'search.search', outcome: 'not-sent' });
  expect(sent).toEqual([]);
});

it.each<[string, object, SearchInput, string]>([
  ['a response without sources', { answer: 'a' }, { query: 'a', flow: 'agentic' }, 'sources'],
  ['a result without its snippet', { results: [{ title: 'a', url: 'b' }] }, { query: 'a', flow: 'search_only' }, 'results.0.snippet'],
  [
    'a page without content',
    { results: [{ url: 'b' }] },
    { query: '', flow: 'scrap_only', params: { urls: ['http://b/'] } },
    'results.0.content',
  ],
])('search.search returns %s, and reports its problem', async (_, document, input, field) => {
  const result = await wire([Response.json(document)]).search.search(input);
  expect(result).toEqual(document);
  expect(getResponseProblems(result)).toEqual([{ field, message: 'is required' }]);
});

it.each<[string, unknown, string]>([
  ['a body with one message', { detail: 'The provider is down' }, 'The provider is down'],
  [
    'a body with one message per field',
    { detail: [{ loc: ['body', 'query'], msg: 'Field required', type: 'missing' }] },
    'query: Field required',
  ],
])('search.search fails with the message of the service for %s', async (_, body, message) => {
  const { search, sent } = wire([Response.json(body, { status: 422 })]);
  const error = await failureOf(search.search({ query: 'a', flow: 'agentic' }));
  expect(error).toMatchObject({ kind: 'http', status: 422, message: expect.stringContaining(message) as string, body });
  expect(sent).toHaveLength(1);
});

it('search.search is not retried if the server fails', async () => {
  const { search, sent } = wire([Response.json({ detail: 'Busy' }, { status: 503 })]);
  await failureOf(search.search({ query: 'a', flow: 'search_only' }));
  expect(sent).toHaveLength(1);
});

it('search.search reads an undocumented field under the name that `wireNames` sets', async () => {
  const { search } = wire([Response.json({ hits: [] })], { wireNames: { 'search.search': { results: 'hits' } } });
  await expect(search.search({ query: 'a', flow: 'search_only' })).resolves.toEqual({ results: [] });
});

it('search.search returns a different type for each flow', () => {
  const { search } = wire([]);
  expectTypeOf(() => search.search({ query: 'a', flow: 'agentic' })).returns.resolves.toEqualTypeOf<AgenticResult>();
  expectTypeOf(() => search.search({ query: 'a', flow: 'search_only' })).returns.resolves.toEqualTypeOf<SearchOnlyResult>();
  expectTypeOf(() =>
    search.search({ query: '', flow: 'scrap_only', params: { urls: ['https://a.example'] } }),
  ).returns.resolves.toEqualTypeOf<ScrapOnlyResult>();
  // @ts-expect-error -- `urls` is required
  expectTypeOf(() => search.search({ query: '', flow: 'scrap_only' })).toBeFunction();
});
