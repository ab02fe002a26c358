import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import type { LocalPlatform, LocalPlatformOptions } from '@platform-sdk/local-platform';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createSearchClient, type SearchClient, type SearchClientOptions } from '@platform-sdk/search';
import { expect, it } from 'vitest';
import { page, platformWithSites, serveSite } from './converter-scene.ts';
import { platformAtNewYear, send, signInReady } from './raw-request.ts';

const scene = (options: LocalPlatformOptions = {}, more: SearchClientOptions = {}): { platform: LocalPlatform; search: SearchClient } => {
  const platform = platformWithSites(options);
  const { fetch } = platform;
  return { platform, search: createSearchClient({ baseUrl: platform.baseUrls().search, fetch, validation: 'throw', ...more }) };
};

const ask = (content: string) => ({ messages: [{ role: 'user', content }] });

it('search.search returns a summary with its sources', async () => {
  const { answer, sources } = await scene().search.search({ query: 'What did Ada Lovelace publish?', flow: 'agentic' });
  expect(answer).toMatch(/1843.*\[1\]/);
  expect(sources[0]).toEqual({ title: 'Ada Lovelace', url: 'https://encyclopedia.example/ada-lovelace' });
});

it('search.search lists matching pages of the sample site in a stable order', async () => {
  const { search } = scene();
  const first = await search.search({ query: 'figure wheels', flow: 'search_only' });
  expect(first.results[0]).toMatchObject({ title: 'Figure wheels', url: 'http://sample.localhost/guide/parts/wheels.html' });
  await expect(scene().search.search({ query: 'figure wheels', flow: 'search_only' })).resolves.toEqual(first);
});

it('search.search returns nothing for words that no page contains', async () => {
  const { search } = scene();
  await expect(search.search({ query: 'xylophone', flow: 'search_only' })).resolves.toEqual({ results: [] });
  await expect(search.search({ query: 'xylophone', flow: 'agentic' })).resolves.toEqual({
    answer: 'Nothing was found about "xylophone".',
    sources: [],
  });
});

it("search.search finds the converter's crawled pages", async () => {
  const { platform, search } = scene();
  const origin = await serveSite((_, response) =>
    response.end(page('Xylophones', '<p>A xylophone has bars of wood, and two mallets.</p>')),
  );
  await createConverterClient({ baseUrl: platform.baseUrls().converter, fetch: platform.fetch }).crawl({ url: origin }).result();
  const found = { title: 'Xylophones', url: `${origin}/`, snippet: 'A xylophone has bars of wood, and two mallets.' };
  await expect(search.search({ query: 'xylophone', flow: 'search_only' })).resolves.toEqual({ results: [found] });
  const params = { providers: ['builtin'] };
  await expect(search.search({ query: 'xylophone', flow: 'search_only', params })).resolves.toEqual({ results: [] });
});

it('search.search reads the given URLs in order, if the converter may fetch them', async () => {
  const urls = ['http://sample.localhost/de/', 'https://example.com/'];
  const { results } = await scene().search.search({ query: '', flow: 'scrap_only', params: { urls } });
  expect(results).toEqual([
    { url: urls[0], title: 'Die Gesellschaft der Maschinen', content: expect.stringContaining('Größere Räder') as string },
    {
      url: urls[1],
      content: '',
      error: 'The host example.com is not allowed. Allow it with --fetch-host, or in the option converter.allowedHosts.',
    },
  ]);
});

it('a search with use_search false uses only the given URLs', async () => {
  const params = { use_search: false, urls: ['http://sample.localhost/imprint.html'] };
  const { sources } = await scene().search.search({ query: 'Who made up these pages?', flow: 'agentic', params });
  expect(sources).toEqual([{ title: 'Imprint', url: params.urls[0] }]);
});

it.each<[string, object | string, unknown]>([
  ['a missing query', { flow: 'agentic' }, [{ type: 'missing', loc: ['body', 'query'], msg: 'is required' }]],
  [
    'a wrong address',
    { query: '', flow: 'scrap_only', params: { urls: ['ftp://a'] } },
    [{ type: 'value_error', loc: ['body', 'params', 'urls', 0], msg: 'must be an http or https address' }],
  ],
  ['a body that is not JSON', '{', [{ type: 'json_invalid', loc: ['body'], msg: 'is not JSON' }]],
  ['a search without URLs', { query: '', flow: 'scrap_only' }, 'params.urls is required for scrap_only'],
])("search.search rejects %s with an error in FastAPI's format", async (_, body, detail) => {
  await expect(send(platformAtNewYear(), 'POST /search/v1/search', { body })).resolves.toMatchObject({ status: 422, body: { detail } });
});

it('search.search rejects callers without agent credentials if the options require an agent', async () => {
  const { search } = scene({ search: { requireAgent: true } });
  await expect(search.search({ query: 'a', flow: 'agentic' })).rejects.toMatchObject({ status: 401 });
});

it('search.search accepts a valid agent pass, and rejects any other pass', async () => {
  const platform = platformAtNewYear({ search: { requireAgent: true } });
  const { apiKey, fetch } = platform;
  const shared = createPlatform({ apiKey, fetch, accessToken: await signInReady(platform), baseUrls: platform.baseUrls() });
  const [organization] = await createOrganizationsClient(shared).list();
  const made = await createAgentPassesClient(shared).create({ orgId: organization!.id, projectId: '1', title: 'Searcher' });
  const secretKey = made.meta!.secretKey!;
  const input = { query: 'wheels', flow: 'search_only' } as const;
  const by = (secretToken: string): SearchClient =>
    createSearchClient({ baseUrl: platform.baseUrls().search, fetch: platform.fetch, agent: { secretToken, userId: 'agent-1' } });
  await expect(by(secretKey).search(input)).resolves.toMatchObject({ results: expect.any(Array) as unknown });
  await expect(by('unknown').search(input)).rejects.toMatchObject({ status: 403 });
});

it('search.chat returns citations and results for a general question', async () => {
  const completion = await scene().search.chat(ask('What is a difference engine?'));
  expect(completion).toMatchObject({ object: 'chat.completion', created: 1_767_225_600, model: 'agentic-search' });
  expect(completion.choices[0]?.message.content).toContain('[1]');
  expect(completion.citations).toContain('http://sample.localhost/guide/difference-engine.html');
  expect(completion.search_results?.[0]).toMatchObject({ title: 'The difference engine' });
});

it.each(['chat', 'chatStream'] as const)('search.%s rejects any model except agentic-search', async (name) => {
  const { search } = scene();
  const input = { ...ask('Wheels?'), model: 'agentic-serach' };
  const call = name === 'chat' ? search.chat(input) : search.chatStream(input).final();
  await expect(call).rejects.toMatchObject({ status: 422, message: expect.stringContaining('model must be agentic-search') as string });
});

it('a search chat finds videos', async () => {
  const { media, items } = await scene().search.chat(ask('Show me a video of the difference engine'));
  expect(items?.[0]).toMatchObject({ type: 'video', url: 'https://videos.example/difference-engine-in-motion' });
  expect(media).toEqual({ videos: items });
});

it('a search chat finds news', async () => {
  const { items } = await scene().search.chat(ask('Any news of the notebook?'));
  expect(items?.[0]).toMatchObject({ type: 'news', url: 'https://news.example/notebook-found' });
});

it('search.chat returns the text of a page for a URL', async () => {
  const { choices, citations } = await scene().search.chat(ask('Extract the text of http://sample.localhost/imprint.html.'));
  expect(choices[0]?.message.content).toMatch(/^# Imprint\n\nThese pages are made up\./);
  expect(citations).toEqual(['http://sample.localhost/imprint.html']);
});

it('a search chat uses the last user message', async () => {
  const { search } = scene();
  const messages = [
    { role: 'user', content: 'Show me a video' },
    { role: 'assistant', content: 'Of what?' },
    { role: 'user', content: 'What is an operation card?' },
  ];
  const { media, search_results } = await search.chat({ messages });
  expect(media).toBeUndefined();
  expect(search_results?.[0]).toMatchObject({ title: 'Operation cards' });
});

it('search.chatStream streams the same content as the plain response', async () => {
  const whole = await scene().search.chat(ask('What is a difference engine?'));
  await expect(scene().search.chatStream(ask('What is a difference engine?')).final()).resolves.toEqual(whole);
});

it('search.chat accepts content parts, empty content, `n` and `max_completion_tokens`, as other clients send them', async () => {
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Wheels?' },
        { type: 'image_url', image_url: { url: 'data:,' } },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'find', arguments: '{}' } }] },
    { role: 'tool', content: 'Three wheels.', tool_call_id: 'c' },
    { role: 'user', content: [{ type: 'text', text: 'What is a difference engine?' }] },
  ];
  const body = { model: 'agentic-search', messages, n: 1, max_tokens: null, max_completion_tokens: 50 };
  const answer = await send(platformAtNewYear(), 'POST /search/v1/chat/completions', { body });
  expect(answer).toMatchObject({ status: 200, body: { object: 'chat.completion' } });
  expect(JSON.stringify(answer.body)).toContain('engine');
});

it.each(['true', 'x', 1, {}])('a search chat rejects %j as the value of `stream`', async (stream) => {
  const body = { model: 'agentic-search', ...ask('Wheels?'), stream };
  await expect(send(platformAtNewYear(), 'POST /search/v1/chat/completions', { body })).resolves.toMatchObject({
    status: 422,
    body: { detail: 'stream must be true or false' },
  });
});

it('search.chatStream accepts fields of other OpenAI-compatible clients', async () => {
  const response = await platformAtNewYear().fetch('https://platform.test/search/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'agentic-search', ...ask('Wheels?'), stream: true, temperature: 0, own: 1 }),
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await expect(response.text()).resolves.toMatch(/^data: \{.*\}\n\n[\s\S]*data: \[DONE\]\n\n$/);
});
