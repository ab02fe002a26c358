import { beforeEach, expect, it, vi } from 'vitest';
import { analyticsOver, basic, day, failureOf, headersOf, json, metaOf, recordingFetch, summary, trace } from './bench.ts';

const refusal = { message: "Invalid credentials. Confirm that you've configured the correct host.", error: 'UnauthorizedError' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

it('analytics.metrics.daily sends the Api-Key and the key pair, but no session token', async () => {
  const wire = recordingFetch(json({ data: [day], meta: metaOf(1, 50, 1) }));
  await expect((await analyticsOver(wire)).analytics.metrics.daily()).resolves.toEqual({ data: [day], meta: metaOf(1, 50, 1) });
  expect(wire.only()).toMatchObject({ method: 'GET', url: 'https://analytics.test/api/public/metrics/daily', body: undefined });
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json', 'api-key': 'app-1', authorization: basic });
});

it('analytics.metrics.daily sends every filter', async () => {
  const wire = recordingFetch(json({ data: [] }));
  await (
    await analyticsOver(wire)
  ).analytics.metrics.daily({
    fromTimestamp: '2026-01-01T00:00:00Z',
    toTimestamp: '2026-02-01T00:00:00+01:00',
    tags: ['production', 'two words'],
  });
  expect(wire.only().url).toBe(
    'https://analytics.test/api/public/metrics/daily?fromTimestamp=2026-01-01T00%3A00%3A00Z&toTimestamp=2026-02-01T00%3A00%3A00%2B01%3A00&tags=production%2Ctwo+words',
  );
});

it('analytics.metrics.daily accepts a response that is a plain array', async () => {
  const wire = recordingFetch(json([day]));
  await expect((await analyticsOver(wire)).analytics.metrics.daily()).resolves.toEqual({ data: [day] });
});

it('analytics.metrics.daily returns the deprecation in the response', async () => {
  const _deprecation = { message: 'Going away.' };
  const wire = recordingFetch(json({ data: [day], _deprecation }));
  await expect((await analyticsOver(wire)).analytics.metrics.daily()).resolves.toMatchObject({ _deprecation });
});

it.each(['2026-01-01', '2026-01-01T00:00', '2026-01-01T00:00:00', '2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00+0100'])(
  'analytics.metrics.daily sends the date %s unchanged',
  async (fromTimestamp) => {
    const wire = recordingFetch(json({ data: [day] }));
    await (await analyticsOver(wire)).analytics.metrics.daily({ fromTimestamp });
    expect(new URL(wire.only().url).searchParams.get('fromTimestamp')).toBe(fromTimestamp);
  },
);

it.each([
  ['fromTimestamp', { fromTimestamp: '01.01.2026' }],
  ['toTimestamp', { toTimestamp: '2026-01-01T24' }],
  ['tags.1', { tags: ['production', 'a,b'] }],
])('analytics.metrics.daily rejects an invalid %s before anything is sent', async (field, input) => {
  const wire = recordingFetch(json([]));
  const { analytics } = await analyticsOver(wire);
  await expect(analytics.metrics.daily(input)).rejects.toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it('analytics.metrics.daily fails for a wrong key pair, without secrets in the error', async () => {
  const wire = recordingFetch(json(refusal, 401));
  const error = await failureOf((await analyticsOver(wire)).analytics.metrics.daily());
  expect(error).toMatchObject({ kind: 'http', status: 401, operation: 'analytics.metrics.daily', attempts: 1 });
  expect((error as Error).message).toMatch(/^Invalid credentials\./);
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toMatch(/sk-lf-2|cGstbGYt/);
});

it('analytics.metrics.daily retries after a temporary failure', async () => {
  const wire = recordingFetch(json({}, 502), json([day]));
  const done = (await analyticsOver(wire)).analytics.metrics.daily();
  await vi.advanceTimersByTimeAsync(1000);
  await expect(done).resolves.toEqual({ data: [day] });
  expect(wire.sent).toHaveLength(2);
});

it('analytics.traces.list sends every filter', async () => {
  const wire = recordingFetch(json({ data: [summary], meta: metaOf(2, 10, 11) }));
  const { analytics } = await analyticsOver(wire);
  const pages = analytics.traces.list({
    page: 2,
    limit: 10,
    name: 'chat',
    userId: 'ada@example.com',
    sessionId: 's/1',
    fromTimestamp: '2026-01-01T00:00:00.000Z',
    toTimestamp: '2026-02-01T00:00:00.000Z',
    orderBy: 'timestamp.asc',
    tags: ['a', 'b'],
  });
  await expect(pages.toArray({ limit: 10 })).resolves.toEqual([summary]);
  expect(wire.only()).toMatchObject({
    method: 'GET',
    url: 'https://analytics.test/api/public/traces?page=2&limit=10&name=chat&userId=ada%40example.com&sessionId=s%2F1&fromTimestamp=2026-01-01T00%3A00%3A00.000Z&toTimestamp=2026-02-01T00%3A00%3A00.000Z&orderBy=timestamp.asc&tags=a%2Cb',
  });
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json', 'api-key': 'app-1', authorization: basic });
});

it('analytics.traces.list requests each page when the loop reaches it', async () => {
  const traceOf = (id: number) => ({ ...summary, id: `trace-${id}` });
  const wire = recordingFetch(
    json({ data: [traceOf(1), traceOf(2)], meta: metaOf(1, 2, 3) }),
    json({ data: [traceOf(3)], meta: metaOf(2, 2, 3) }),
  );
  const { analytics } = await analyticsOver(wire);
  const seen: [string, number][] = [];
  for await (const { id } of analytics.traces.list({ limit: 2 })) seen.push([id, wire.sent.length]);
  expect(seen).toEqual([
    ['trace-1', 1],
    ['trace-2', 1],
    ['trace-3', 2],
  ]);
  expect(wire.sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&page=2']);
});

it('analytics.traces.list yields pages with their page numbers', async () => {
  const wire = recordingFetch(json({ data: [summary], meta: metaOf(1, 50, 1) }));
  const { analytics } = await analyticsOver(wire);
  for await (const page of analytics.traces.list().pages()) expect(page).toEqual({ data: [summary], meta: metaOf(1, 50, 1) });
  expect(wire.only().url).toBe('https://analytics.test/api/public/traces');
});

it('analytics.traces.list ends at an empty page if the service returns plain arrays', async () => {
  const wire = recordingFetch(json([summary]), json([]));
  const { analytics } = await analyticsOver(wire);
  await expect(analytics.traces.list().toArray({ limit: 100 })).resolves.toEqual([summary]);
  expect(wire.sent).toHaveLength(2);
});

it.each([
  ['page', { page: 0 }],
  ['limit', { limit: 101 }],
  ['limit', { limit: 0 }],
  ['orderBy', { orderBy: 'timestamp' }],
  ['orderBy', { orderBy: 'timestamp.up' }],
  ['orderBy', { orderBy: 'timestamp.asc,name.desc' }],
  ['fromTimestamp', { fromTimestamp: 'yesterday' }],
])('analytics.traces.list rejects an invalid %s before anything is sent: %j', async (field, input) => {
  const wire = recordingFetch(json([]));
  const { analytics } = await analyticsOver(wire);
  await expect(analytics.traces.list(input).toArray({ limit: 1 })).rejects.toMatchObject({ kind: 'invalid-input', field });
  expect(wire.sent).toEqual([]);
});

it('analytics.traces.get returns a complete trace', async () => {
  const wire = recordingFetch(json(trace));
  const { analytics, events } = await analyticsOver(wire);
  await expect(analytics.traces.get({ traceId: 'trace-1' })).resolves.toEqual(trace);
  expect(wire.only()).toMatchObject({ method: 'GET', url: 'https://analytics.test/api/public/traces/trace-1' });
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json', 'api-key': 'app-1', authorization: basic });
  expect(events.filter(({ type }) => type === 'invalid-response')).toEqual([]);
});

it.each([
  ['a/b', 'a%2Fb'],
  ['a b?c#d', 'a%20b%3Fc%23d'],
  ['ä', '%C3%A4'],
])('analytics.traces.get percent-encodes the id %s', async (traceId, encoded) => {
  const wire = recordingFetch(json(trace));
  await (await analyticsOver(wire)).analytics.traces.get({ traceId });
  expect(wire.only().url).toBe(`https://analytics.test/api/public/traces/${encoded}`);
});

it.each(['', '..', '%2e%2e'])('analytics.traces.get rejects the id %j', async (traceId) => {
  const wire = recordingFetch(json(trace));
  const { analytics } = await analyticsOver(wire);
  await expect(analytics.traces.get({ traceId })).rejects.toMatchObject({ kind: 'invalid-input', field: 'traceId' });
  expect(wire.sent).toEqual([]);
});

it('analytics.traces.get fails with the message of the server', async () => {
  const wire = recordingFetch(json({ message: 'Trace x not found within authorized project', error: 'LangfuseNotFoundError' }, 404));
  const { analytics } = await analyticsOver(wire);
  await expect(analytics.traces.get({ traceId: 'x' })).rejects.toMatchObject({
    kind: 'http',
    status: 404,
    message: expect.stringMatching(/^Trace x not found within authorized project/) as string,
  });
});
