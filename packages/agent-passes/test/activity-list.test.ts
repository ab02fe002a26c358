import type { ActivityEntry } from '@platform-sdk/agent-passes';
import { expect, it } from 'vitest';
import { authUrl, benchOf, failureOf, headersOf, json, recordingFetch, signedIn } from './bench.ts';

const entry = (endpoint: string): ActivityEntry => ({
  agent_user_id: 'agent-1',
  endpoint,
  http_method: 'GET',
  status_code: 200,
  client_ip: '192.0.2.7',
  user_agent: 'agent/1.0',
  started_at: '2026-01-01T10:00:00.000Z',
  completed_at: '2026-01-01T10:00:00.120Z',
  duration_ms: 120,
  success: true,
  activity_type: 'api_request',
  error_message: null,
});
const logsUrl = `${authUrl}/oauth/agent/activity/logs`;
const first = { data: [entry('/a'), entry('/b')], meta: { page: 1, per_page: 2, total_count: 3 } };
const second = { data: [entry('/c')], meta: { page: 2, per_page: 2, total_count: 3 } };

it('agentPasses.activity.list sends every filter to the auth service', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json({ data: [], meta: { total_count: 0 } })));
  await agentPasses.activity
    .list({
      agent_user_id: 'agent-1',
      page: 2,
      per_page: 50,
      start_date: '2026-01-01',
      end_date: '2026-01-31T23:59:59Z',
      activity_type: 'api_request',
      endpoint: '/v1/chat',
      success: false,
      sort_by: 'duration_ms',
      sort_order: 'asc',
    })
    .toArray({ limit: 10 });
  expect(wire.only()).toMatchObject({ method: 'GET', body: undefined });
  expect(wire.only().url).toBe(
    `${logsUrl}?agent_user_id=agent-1&page=2&per_page=50&start_date=2026-01-01&end_date=2026-01-31T23%3A59%3A59Z` +
      '&activity_type=api_request&endpoint=%2Fv1%2Fchat&success=false&sort_by=duration_ms&sort_order=asc',
  );
  expect(headersOf(wire.only())).toEqual(signedIn);
});

it('agentPasses.activity.list yields every entry of every page', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json(first), json(second)));
  const endpoints: string[] = [];
  for await (const { endpoint } of agentPasses.activity.list({ agent_user_id: 'agent-1', per_page: 2 })) endpoints.push(endpoint);
  expect(endpoints).toEqual(['/a', '/b', '/c']);
  expect(wire.sent.map(({ url }) => url)).toEqual([
    `${logsUrl}?agent_user_id=agent-1&per_page=2`,
    `${logsUrl}?agent_user_id=agent-1&per_page=2&page=2`,
  ]);
});

it('agentPasses.activity.list assumes 25 entries per page without `per_page`', async () => {
  const page = { data: [entry('/z')], meta: { total_count: 26 } };
  const { agentPasses, wire } = await benchOf(recordingFetch(json(page)));
  await agentPasses.activity.list({ agent_user_id: 'agent-1', page: 2 }).toArray({ limit: 100 });
  expect(wire.sent).toHaveLength(1);
});

it('agentPasses.activity.list yields the pages of the log with pages()', async () => {
  const { agentPasses } = await benchOf(recordingFetch(json(first)));
  for await (const page of agentPasses.activity.list({ agent_user_id: 'agent-1' }).pages()) {
    expect(page).toEqual(first);
    break;
  }
});

it.each([
  ['logs and pagination', { logs: first.data, pagination: first.meta }],
  ['activities and meta', { activities: first.data, meta: first.meta }],
])('agentPasses.activity.list accepts a response with %s', async (_, document) => {
  const { agentPasses } = await benchOf(recordingFetch(json(document), json(second)));
  await expect(agentPasses.activity.list({ agent_user_id: 'agent-1' }).toArray({ limit: 9 })).resolves.toEqual([
    ...first.data,
    ...second.data,
  ]);
});

it('agentPasses.activity.list stops after an empty page if the service returns plain arrays', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json(first.data), json([])));
  await expect(agentPasses.activity.list({ agent_user_id: 'agent-1' }).toArray({ limit: 9 })).resolves.toEqual(first.data);
  expect(wire.sent).toHaveLength(2);
});

it('agentPasses.activity.list treats a null total as missing', async () => {
  const unknown = { ...first, meta: { total_count: null } };
  const { agentPasses, wire } = await benchOf(recordingFetch(json(unknown), json({ data: [] })));
  await expect(agentPasses.activity.list({ agent_user_id: 'agent-1' }).toArray({ limit: 9 })).resolves.toEqual(first.data);
  expect(wire.sent).toHaveLength(2);
});

it('agentPasses.activity.list rejects a response without entries instead of returning an empty log', async () => {
  const { agentPasses } = await benchOf(recordingFetch(json({ items: [] })));
  const failure = await failureOf(agentPasses.activity.list({ agent_user_id: 'agent-1' }).toArray({ limit: 9 }));
  expect(failure).toMatchObject({ kind: 'invalid-response', operation: 'agentPasses.activity.list' });
});

it.each([
  ['agent_user_id', { agent_user_id: '' }],
  ['page', { agent_user_id: 'agent-1', page: 0 }],
  ['per_page', { agent_user_id: 'agent-1', per_page: 2.5 }],
  ['start_date', { agent_user_id: 'agent-1', start_date: 'yesterday' }],
  ['activity_type', { agent_user_id: 'agent-1', activity_type: 'login' as 'error' }],
  ['sort_order', { agent_user_id: 'agent-1', sort_order: 'up' as 'asc' }],
])('agentPasses.activity.list rejects an invalid %s before anything is sent', async (field, input) => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json(first)));
  const failure = await failureOf(agentPasses.activity.list(input).toArray({ limit: 1 }));
  expect(failure).toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});
