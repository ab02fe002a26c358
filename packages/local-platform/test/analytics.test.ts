import type { LocalPlatform, SeedTrace } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';
import { platformAtNewYear } from './raw-request.ts';

/** base64 of `pk-lf-local:sk-lf-local`, the key pair of the default project. */
const ready = 'Basic cGstbGYtbG9jYWw6c2stbGYtbG9jYWw=';
/** base64 of `pk-own:sk-own`. */
const own = 'Basic cGstb3duOnNrLW93bg==';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { data: Record<string, unknown>[] };
}

const read = async (platform: LocalPlatform, path: string, authorization: string | undefined = own): Promise<Answer> => {
  const response = await platform.fetch(`https://platform.test/analytics/api/public${path}`, {
    headers: authorization === '' ? {} : { Authorization: authorization },
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};

const ids = ({ body }: Answer): unknown[] => body.data.map(({ id }) => id);

/** Creates a platform with the traces of one project. */
const withTraces = (traces: readonly SeedTrace[]): LocalPlatform => {
  const platform = platformAtNewYear();
  platform.seed({ analytics: [{ projectId: '7', keys: { publicKey: 'pk-own', secretKey: 'sk-own' }, traces }] });
  return platform;
};

const three = () =>
  withTraces([
    { id: 'one', timestamp: '2026-01-01T08:00:00.000Z', name: 'chat', userId: 'ada', sessionId: 's1', tags: ['a'] },
    { id: 'two', timestamp: '2026-01-02T08:00:00.000Z', name: 'report', userId: 'grace', sessionId: 's2', tags: ['a', 'b'] },
    { id: 'three', timestamp: '2026-01-03T08:00:00.000Z', name: 'chat', userId: 'ada', sessionId: 's2', tags: ['b', 'a', 'c'] },
  ]);

it.each([
  ['a missing header', '', 'No authorization header'],
  ['a Bearer token', 'Bearer pk-own', 'Invalid authorization header'],
  ['an unknown key pair', ready.replace('cGst', 'cGsa'), "Invalid credentials. Confirm that you've configured the correct host."],
  ['credentials that are not base64', 'Basic ***', "Invalid credentials. Confirm that you've configured the correct host."],
])("analytics returns 401 in Langfuse's format for %s", async (_, authorization, message) => {
  await expect(read(three(), '/traces', authorization)).resolves.toEqual({ status: 401, body: { message, error: 'UnauthorizedError' } });
});

it('analytics without a key pair returns 401 even if the query is invalid', async () => {
  await expect(read(three(), '/traces?limit=101', '')).resolves.toMatchObject({ status: 401, body: { error: 'UnauthorizedError' } });
});

it('analytics accepts a key pair without an Api-Key', async () => {
  await expect(read(three(), '/traces')).resolves.toMatchObject({ status: 200 });
});

it.each([
  [200, 'local-api-key'],
  [401, 'another'],
  [401, ''],
])('analytics returns %d for the Api-Key %j', async (status, key) => {
  const headers = { Authorization: own, 'Api-Key': key };
  const response = await three().fetch('https://platform.test/analytics/api/public/traces', { headers });
  expect(response.status).toBe(status);
});

it('a key pair returns only the traces of its own project', async () => {
  const platform = three();
  expect(ids(await read(platform, '/traces'))).toEqual(['three', 'two', 'one']);
  expect(ids(await read(platform, '/traces', ready))).toHaveLength(12);
  await expect(read(platform, '/traces/one', ready)).resolves.toMatchObject({ status: 404 });
});

it.each([
  ['', ['three', 'two', 'one']],
  ['?name=chat', ['three', 'one']],
  ['?userId=grace', ['two']],
  ['?sessionId=s2', ['three', 'two']],
  ['?fromTimestamp=2026-01-02T08:00:00Z', ['three', 'two']],
  ['?toTimestamp=2026-01-02T08:00:00Z', ['one']],
  ['?fromTimestamp=2026-01-02T10:00:00%2B02:00', ['three', 'two']],
  ['?tags=a,b', ['three', 'two']],
  ['?tags=a&tags=b', ['three', 'two']],
  ['?tags=a,b&tags=c', ['three']],
  ['?tags=none', []],
  ['?orderBy=timestamp.asc', ['one', 'two', 'three']],
  ['?orderBy=id.asc', ['one', 'three', 'two']],
  ['?orderBy=name.desc&name=report', ['two']],
  ['?name=chat&userId=ada&sessionId=s1&tags=a', ['one']],
])('analytics.traces.list returns the matching traces in the requested order for the query %s', async (query, expected) => {
  expect(ids(await read(three(), `/traces${query}`))).toEqual(expected);
});

it('analytics.traces.list returns pages with their page numbers', async () => {
  const platform = three();
  const { body } = await read(platform, '/traces?page=2&limit=2');
  expect(body).toMatchObject({ data: [{ id: 'one' }], meta: { page: 2, limit: 2, totalItems: 3, totalPages: 2 } });
  await expect(read(platform, '/traces?page=3&limit=2')).resolves.toMatchObject({ body: { data: [], meta: { totalItems: 3 } } });
});

it('analytics.traces.list returns the latency, the cost and the observation ids of each trace', async () => {
  const platform = withTraces([
    {
      id: 'one',
      timestamp: '2026-01-01T08:00:00.000Z',
      observations: [
        { model: 'm', totalCost: 0.1, seconds: 2 },
        { model: 'm', totalCost: 0.2, seconds: 3 },
      ],
      scores: [{ id: 'score-1', name: 'helpful', value: 1 }],
    },
  ]);
  const { body } = await read(platform, '/traces');
  expect(body.data[0]).toEqual({
    id: 'one',
    timestamp: '2026-01-01T08:00:00.000Z',
    name: null,
    input: null,
    output: null,
    sessionId: null,
    release: null,
    version: null,
    userId: null,
    metadata: null,
    tags: [],
    public: false,
    environment: 'default',
    htmlPath: '/project/7/traces/one',
    latency: 3,
    totalCost: 0.3,
    observations: ['one-1', 'one-2'],
    scores: ['score-1'],
  });
});

it('analytics.traces.list returns 400 for a field that cannot be sorted', async () => {
  await expect(read(three(), '/traces?orderBy=colour.asc')).resolves.toMatchObject({
    status: 400,
    body: { message: 'Traces cannot be ordered by colour.asc' },
  });
});

it("analytics.traces.list returns 400 in Langfuse's format for an invalid query", async () => {
  await expect(read(three(), '/traces?limit=101&page=x')).resolves.toEqual({
    status: 400,
    body: {
      message: 'Invalid request data',
      error: [
        { code: 'custom', path: ['page'], message: 'must be a whole number' },
        { code: 'custom', path: ['limit'], message: 'must be at most 100' },
      ],
    },
  });
});

it.each(['/traces', '/metrics/daily'])('%s returns 400 for an invalid time', async (path) => {
  for (const query of ['fromTimestamp=2026-02-30T00:00:00Z', 'toTimestamp=2026-13-45T00:00:00Z'])
    await expect(read(withTraces([]), `${path}?${query}`)).resolves.toMatchObject({
      status: 400,
      body: { message: 'Invalid request data', error: [{ code: 'custom', path: [query.slice(0, query.indexOf('='))] }] },
    });
});

it.each([
  ['as it is', 'a/b c', '/traces/a/b%20c'],
  ['encoded', 'a/b c', '/traces/a%2Fb%20c'],
  ['with two slashes', 'a/b/c', '/traces/a/b/c'],
])('analytics.traces.get finds a trace whose id contains slashes, %s', async (_, id, path) => {
  await expect(read(withTraces([{ id }]), path)).resolves.toMatchObject({ status: 200, body: { id, observations: [], scores: [] } });
});

it('analytics.traces.get returns every seeded field of an observation', async () => {
  const given = {
    id: 'step',
    type: 'EVENT',
    name: 'retrieve',
    startTime: '2026-01-01T08:00:00.000Z',
    completionStartTime: '2026-01-01T08:00:00.500Z',
    parentObservationId: 'root',
    level: 'WARNING',
    statusMessage: 'slow',
    input: { query: 'wheels' },
    output: ['one'],
    metadata: { region: 'eu' },
    modelParameters: { temperature: 0 },
    promptName: 'answer',
    promptVersion: 3,
    calculatedInputCost: 0.1,
  } as const;
  const platform = withTraces([{ id: 'one', observations: [{ ...given, seconds: 2 }] }]);
  const { body } = await read(platform, '/traces/one');
  const [found] = (body as unknown as { observations: Record<string, unknown>[] }).observations;
  expect(found).toMatchObject({ ...given, endTime: '2026-01-01T08:00:02.000Z', latency: 2, timeToFirstToken: 0.5 });
});

it('analytics.traces.get returns complete observations and scores', async () => {
  const platform = withTraces([
    { id: 'one', observations: [{ model: 'm', inputUsage: 2, outputUsage: 1 }], scores: [{ id: 's', name: 'helpful', value: 1 }] },
  ]);
  const { body } = await read(platform, '/traces/one');
  expect(body).toMatchObject({
    observations: [{ id: 'one-1', traceId: 'one', type: 'GENERATION', model: 'm', usage: { input: 2, output: 1, total: 3 } }],
    scores: [{ id: 's', name: 'helpful', value: 1 }],
  });
});

it("a missing trace is a 404 in Langfuse's format", async () => {
  await expect(read(three(), '/traces/none')).resolves.toEqual({
    status: 404,
    body: { message: 'Trace none not found within authorized project', error: 'LangfuseNotFoundError' },
  });
});

const busy = () =>
  withTraces([
    { timestamp: '2026-01-01T08:00:00.000Z', tags: ['a'], observations: [{ model: 'm', inputUsage: 2, outputUsage: 1, totalCost: 0.1 }] },
    { timestamp: '2026-01-02T00:30:00.000+01:00', observations: [{ model: 'm', inputUsage: 4, totalCost: 0.2 }, {}] },
    { timestamp: '2026-01-02T08:00:00.000Z', tags: ['a', 'b'], observations: [{ model: 'n', totalCost: 1 }] },
  ]);

it('daily metrics are grouped by UTC day and model, the latest day first', async () => {
  const { body } = await read(busy(), '/metrics/daily');
  expect(body).toEqual({
    data: [
      {
        date: '2026-01-02',
        countTraces: 1,
        countObservations: 1,
        totalCost: 1,
        usage: [{ model: 'n', inputUsage: 0, outputUsage: 0, totalUsage: 0, countTraces: 1, countObservations: 1, totalCost: 1 }],
      },
      {
        date: '2026-01-01',
        countTraces: 2,
        countObservations: 3,
        totalCost: 0.3,
        usage: [{ model: 'm', inputUsage: 6, outputUsage: 1, totalUsage: 7, countTraces: 2, countObservations: 2, totalCost: 0.3 }],
      },
    ],
    meta: { page: 1, limit: 50, totalItems: 2, totalPages: 1 },
  });
});

it.each([
  ['?tags=a', ['2026-01-02', '2026-01-01']],
  ['?tags=a&tags=b', ['2026-01-02']],
  ['?fromTimestamp=2026-01-02T00:00:00Z', ['2026-01-02']],
  ['?toTimestamp=2026-01-02T00:00:00Z', ['2026-01-01']],
])('daily metrics contain only days that match the query %s', async (query, dates) => {
  const { body } = await read(busy(), `/metrics/daily${query}`);
  expect(body.data.map(({ date }) => date)).toEqual(dates);
});

it('daily metrics return at most 50 days, and the total number of days', async () => {
  const platform = withTraces(Array.from({ length: 60 }, (_, day) => ({ timestamp: new Date(Date.UTC(2025, 0, 1 + day)).toISOString() })));
  const { body } = await read(platform, '/metrics/daily');
  expect(body.data).toHaveLength(50);
  expect(body['meta']).toEqual({ page: 1, limit: 50, totalItems: 60, totalPages: 2 });
});

it('at midnight, the sample traces of the default project fall on four UTC days', async () => {
  const { body } = await read(platformAtNewYear(), '/metrics/daily', ready);
  expect(body.data.map(({ date, countTraces }) => [date, countTraces])).toHaveLength(4);
});
