import { expect, it } from 'vitest';
import { activityScene, passScene } from './agent-passes-scene.ts';
import { refused } from './projects-scene.ts';
import { send } from './raw-request.ts';

interface Entry {
  readonly endpoint: string;
  readonly duration_ms: number;
  readonly status_code: number;
}

const entriesIn = ({ body }: { body: unknown }): Entry[] => (body as { data: Entry[] }).data;
const durations = (answer: { body: unknown }): number[] => entriesIn(answer).map(({ duration_ms }) => duration_ms);

/** Creates a scene with seven requests of one agent, on two days. */
const busyScene = async () => {
  const scene = await activityScene();
  scene.at('2026-01-05T10:00:00Z');
  await scene.act(10);
  await scene.act(20, { line: 'GET /control/v1/me/pending_invitations' });
  await scene.act(30, { status: 500 });
  scene.at('2026-01-05T11:00:00Z');
  await scene.act(40);
  await scene.act(50, { line: 'POST /auth/v1/oauth/token' });
  scene.at('2026-01-12T10:00:00Z');
  await scene.act(1000);
  await scene.act(60, { userId: 'agent-2' });
  return scene;
};

it('agentPasses.activity.list returns the recorded activity of an agent', async () => {
  const { act, ask, at } = await activityScene();
  at('2026-01-05T10:00:00Z');
  await act(120, { headers: { 'X-Forwarded-For': '192.0.2.7, 10.0.0.1' } });
  await expect(ask('logs?agent_user_id=agent-1')).resolves.toMatchObject({
    status: 200,
    body: {
      data: [
        {
          agent_user_id: 'agent-1',
          endpoint: '/control/v1/organizations',
          http_method: 'GET',
          status_code: 200,
          client_ip: '192.0.2.7',
          user_agent: 'agent/1.0',
          started_at: '2026-01-05T10:00:00.000Z',
          completed_at: '2026-01-05T10:00:00.120Z',
          duration_ms: 120,
          success: true,
          activity_type: 'api_request',
          error_message: null,
        },
      ],
      meta: { page: 1, per_page: 25, total_count: 1 },
    },
  });
});

it('agentPasses.activity.list returns the latest entry first', async () => {
  const { ask } = await busyScene();
  expect(durations(await ask('logs?agent_user_id=agent-1'))).toEqual([1000, 50, 40, 30, 20, 10]);
});

it.each([
  ['agent-2', '', [60]],
  ['nobody', '', []],
  ['agent-1', '&sort_order=asc', [10, 20, 30, 40, 50, 1000]],
  ['agent-1', '&sort_by=duration_ms', [1000, 50, 40, 30, 20, 10]],
  ['agent-1', '&sort_by=http_method&sort_order=desc', [50, 1000, 40, 30, 20, 10]],
  ['agent-1', '&activity_type=error', [30]],
  ['agent-1', '&activity_type=token_generation', [50]],
  ['agent-1', '&success=false', [30]],
  ['agent-1', '&endpoint=/control/v1/me/pending_invitations', [20]],
  ['agent-1', '&start_date=2026-01-05T11:00:00Z', [1000, 50, 40]],
  ['agent-1', '&end_date=2026-01-05T10:00:00Z', [10]],
  ['agent-1', '&end_date=2026-01-04', []],
  ['agent-1', '&end_date=2026-01-05', [50, 40, 30, 20, 10]],
  ['agent-1', '&start_date=2026-01-12&end_date=2026-01-12', [1000]],
  ['agent-1', '&start_date=2026-01-12', [1000]],
  ['agent-1', '&page=2&per_page=4', [20, 10]],
  ['agent-1', '&page=3&per_page=4', []],
])('the activity of the agent %s contains the matching entries in the requested order for the query %s', async (agent, query, expected) => {
  const { ask } = await busyScene();
  expect(durations(await ask(`logs?agent_user_id=${agent}${query}`))).toEqual(expected);
});

it('agentPasses.activity.list returns the number of all matching entries with every page', async () => {
  const { ask } = await busyScene();
  await expect(ask('logs?agent_user_id=agent-1&page=2&per_page=4')).resolves.toMatchObject({
    body: { meta: { page: 2, per_page: 4, total_count: 6 } },
  });
});

it('agentPasses.activity.list rejects an unknown sort field, and a query without an agent', async () => {
  const { ask } = await busyScene();
  await expect(ask('logs?agent_user_id=agent-1&sort_by=color')).resolves.toMatchObject(refused(422, 'UNKNOWN_FIELD'));
  await expect(ask('logs')).resolves.toMatchObject(refused(422, 'INVALID_INPUT'));
});

it.each(['sort_by=color', 'start_date=2026-13-45', 'end_date=2026-02-30', 'start_date=2026-01-01T25:00:00Z'])(
  'agentPasses.activity.list rejects %s even if the log is empty',
  async (query) => {
    const { ask } = await activityScene();
    const [field = ''] = query.split('=');
    for (const agent of ['agent-1', 'nobody'])
      await expect(ask(`logs?agent_user_id=${agent}&${query}`)).resolves.toMatchObject({
        status: 422,
        body: { errors: [{ source: { parameter: field } }] },
      });
  },
);

it('the activity contains failed calls with a revoked pass, but not with an unknown key', async () => {
  const { create, call, act, platform, tokens } = await passScene();
  const { id, key } = await create();
  await call('mia', `POST /${id}/revoke`);
  await act(key);
  await act('made-up');
  const { body } = await send(platform, 'GET /auth/v1/oauth/agent/activity/logs?agent_user_id=agent-1', { token: tokens.olga });
  expect(body).toMatchObject({
    data: [{ status_code: 403, success: false, activity_type: 'error', error_message: 'The response had the status 403.' }],
  });
  expect(entriesIn({ body })).toHaveLength(1);
});

it('strangers see no activity, and members also see the activity in removed projects', async () => {
  const { create, call, act, platform, tokens } = await passScene();
  const { id, key } = await create();
  await act(key);
  await call('mia', `DELETE /${id}`);
  const logs = 'GET /auth/v1/oauth/agent/activity/logs?agent_user_id=agent-1';
  expect(entriesIn(await send(platform, logs, { token: tokens.zoe }))).toEqual([]);
  expect(entriesIn(await send(platform, logs, { token: tokens.vic }))).toHaveLength(1);
});

it('users without access to the project see its activity only after the project is removed', async () => {
  const { create, act, platform, organizationId, projectId, tokens, ids } = await passScene();
  const { key } = await create();
  await act(key);
  const project = `/control/v1/organizations/${organizationId}/projects/${projectId}`;
  const logs = 'GET /auth/v1/oauth/agent/activity/logs?agent_user_id=agent-1';
  await send(platform, `POST ${project}/deny_access/${ids.vic}`, { token: tokens.olga });
  expect(entriesIn(await send(platform, logs, { token: tokens.vic }))).toEqual([]);
  await send(platform, `DELETE ${project}`, { token: tokens.olga });
  expect(entriesIn(await send(platform, logs, { token: tokens.vic }))).toHaveLength(1);
});

it('agentPasses.activity.list does not record requests without an agent', async () => {
  const { platform, token, ask } = await activityScene();
  await send(platform, 'GET /control/v1/organizations', { token });
  expect(entriesIn(await ask('logs?agent_user_id=agent-1'))).toEqual([]);
});

const fileOf = async (format: string) => {
  const { platform, token, act, at } = await activityScene();
  at('2026-01-05T10:00:00Z');
  await act(10, { headers: { 'User-Agent': 'agent "one", v1' } });
  await act(20, { status: 500 });
  const response = await platform.fetch(
    `https://platform.test/auth/v1/oauth/agent/activity/export?agent_user_id=agent-1${format && `&format=${format}`}`,
    { headers: { 'Api-Key': 'local-api-key', Authorization: `Bearer ${token}` } },
  );
  return { headers: response.headers, content: await response.text() };
};

it.each([
  ['', 'json', 'application/json'],
  ['json', 'json', 'application/json'],
  ['csv', 'csv', 'text/csv; charset=utf-8'],
  ['jsonl', 'jsonl', 'application/x-ndjson'],
])('an export in the format %j has the file name and the media type of %s: %s', async (format, extension, type) => {
  const { headers } = await fileOf(format);
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="agent-activity-agent-1.${extension}"; filename*=UTF-8''agent-activity-agent-1.${extension}`,
  );
});

it('a JSON export begins with the oldest entry', async () => {
  const { content } = await fileOf('json');
  expect(JSON.parse(content)).toMatchObject([{ duration_ms: 10 }, { duration_ms: 20 }]);
});

it('agentPasses.activity.export writes one JSON object per line', async () => {
  const { content } = await fileOf('jsonl');
  const lines = content.split('\n');
  expect(lines).toHaveLength(3);
  expect(lines.slice(0, 2).map((line) => (JSON.parse(line) as Entry).status_code)).toEqual([200, 500]);
  expect(lines[2]).toBe('');
});

it('a CSV export begins with a header row, and quotes cells if necessary', async () => {
  const { content } = await fileOf('csv');
  expect(content.split('\r\n')).toEqual([
    'agent_user_id,endpoint,http_method,status_code,client_ip,user_agent,started_at,completed_at,duration_ms,success,activity_type,error_message',
    'agent-1,/control/v1/organizations,GET,200,127.0.0.1,"agent ""one"", v1",2026-01-05T10:00:00.000Z,2026-01-05T10:00:00.010Z,10,true,api_request,',
    'agent-1,/control/v1/organizations,GET,500,127.0.0.1,agent/1.0,2026-01-05T10:00:00.010Z,2026-01-05T10:00:00.030Z,20,false,error,The response had the status 500.',
    '',
  ]);
});

it('an export contains only entries that the caller may see', async () => {
  const { create, act, platform, organizationId, projectId, tokens, ids } = await passScene();
  const { key } = await create();
  await act(key);
  const entries = async (by: 'vic' | 'zoe') => {
    const { body } = await send(platform, 'GET /auth/v1/oauth/agent/activity/export?agent_user_id=agent-1', { token: tokens[by] });
    return (body as Entry[]).length;
  };
  await expect(entries('vic')).resolves.toBe(1);
  await expect(entries('zoe')).resolves.toBe(0);
  const project = `/control/v1/organizations/${organizationId}/projects/${projectId}`;
  await send(platform, `POST ${project}/deny_access/${ids.vic}`, { token: tokens.olga });
  await expect(entries('vic')).resolves.toBe(0);
});

it('agentPasses.activity.export rejects an unknown format', async () => {
  const { ask } = await activityScene();
  await expect(ask('export?agent_user_id=agent-1&format=xml')).resolves.toMatchObject(refused(422, 'INVALID_INPUT'));
});

const usageOf = ({ body }: { body: unknown }) => {
  const { groups: _, ...usage } = body as Record<string, unknown>;
  return usage;
};
const periods = ({ body }: { body: unknown }) =>
  (body as { groups: { period: string; total_requests: number }[] }).groups.map(({ period, total_requests }) => [period, total_requests]);

it('agentPasses.activity.metrics adds up the activity of an agent', async () => {
  const { ask } = await busyScene();
  expect(usageOf(await ask('metrics?agent_user_id=agent-1'))).toEqual({
    total_requests: 6,
    success_count: 5,
    error_count: 1,
    // (10 + 20 + 30 + 40 + 50 + 1000) / 6
    avg_latency_ms: 1150 / 6,
    p95_latency_ms: 1000,
    unique_endpoints: 3,
  });
});

it.each([
  [1, 1],
  [19, 19],
  [20, 19],
  [21, 20],
  [40, 38],
  [100, 95],
])('%d requests of 1, 2, 3 … ms have a 95th percentile of %d ms', async (count, expected) => {
  const { act, ask } = await activityScene();
  // The durations are not sorted: 7 (or 5) has no common divisor with the count, so each duration occurs once.
  for (let index = 0; index < count; index++) await act(((index * (count === 21 ? 5 : 7)) % count) + 1);
  expect(usageOf(await ask('metrics?agent_user_id=agent-1'))).toMatchObject({ total_requests: count, p95_latency_ms: expected });
});

it('all metrics are zero if the agent sent no requests', async () => {
  const { ask } = await activityScene();
  await expect(ask('metrics?agent_user_id=agent-1')).resolves.toMatchObject({
    status: 200,
    body: { total_requests: 0, success_count: 0, error_count: 0, avg_latency_ms: 0, p95_latency_ms: 0, unique_endpoints: 0, groups: [] },
  });
});

it('the metrics count only the given period, with its whole last day', async () => {
  const { ask } = await busyScene();
  expect(usageOf(await ask('metrics?agent_user_id=agent-1&start_date=2026-01-05T11:00:00Z&end_date=2026-01-06'))).toMatchObject({
    total_requests: 2,
    avg_latency_ms: 45,
    p95_latency_ms: 50,
  });
  expect(usageOf(await ask('metrics?agent_user_id=agent-1&start_date=2026-01-05&end_date=2026-01-05'))).toMatchObject({
    total_requests: 5,
  });
});

it.each(['start_date', 'end_date'])('agentPasses.activity.metrics rejects an invalid %s', async (field) => {
  const { ask } = await activityScene();
  await expect(ask(`metrics?agent_user_id=agent-1&${field}=2026-13-45`)).resolves.toMatchObject(refused(422, 'INVALID_INPUT'));
});

it.each([
  [
    'hour',
    [
      ['2026-01-05T10:00:00.000Z', 3],
      ['2026-01-05T11:00:00.000Z', 2],
      ['2026-01-12T10:00:00.000Z', 1],
    ],
  ],
  [
    'day',
    [
      ['2026-01-05T00:00:00.000Z', 5],
      ['2026-01-12T00:00:00.000Z', 1],
    ],
  ],
  [
    'week',
    [
      ['2026-01-05T00:00:00.000Z', 5],
      ['2026-01-12T00:00:00.000Z', 1],
    ],
  ],
])('the metrics are grouped by %s', async (by, expected) => {
  const { ask } = await busyScene();
  expect(periods(await ask(`metrics?agent_user_id=agent-1&group_by=${by}`))).toEqual(expected);
});

it('the metrics are grouped by day by default', async () => {
  const { ask } = await busyScene();
  expect((await ask('metrics?agent_user_id=agent-1')).body).toEqual((await ask('metrics?agent_user_id=agent-1&group_by=day')).body);
});

it('the metrics start weeks on Monday', async () => {
  const { at, act, ask } = await activityScene();
  at('2026-01-11T23:59:59Z');
  await act(1);
  expect(periods(await ask('metrics?agent_user_id=agent-1&group_by=week'))).toEqual([['2026-01-05T00:00:00.000Z', 1]]);
});
