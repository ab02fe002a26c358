import { expect, it } from 'vitest';
import { standingClock } from '@platform-sdk/test-helpers';
import { authUrl, benchOf, headersOf, json, recordingFetch, signedIn } from './bench.ts';

const metricsUrl = `${authUrl}/oauth/agent/activity/metrics`;
const usage = { total_requests: 20, success_count: 19, error_count: 1, avg_latency_ms: 41.5, p95_latency_ms: 190, unique_endpoints: 3 };
const query = { agent_user_id: 'agent-1' };

it('agentPasses.activity.metrics requests the metrics from the auth service', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json(usage)));
  await expect(
    agentPasses.activity.metrics({ ...query, start_date: '2026-01-01', end_date: '2026-02-01', group_by: 'week' }),
  ).resolves.toEqual(usage);
  expect(wire.only()).toMatchObject({ method: 'GET', body: undefined });
  expect(wire.only().url).toBe(`${metricsUrl}?agent_user_id=agent-1&start_date=2026-01-01&end_date=2026-02-01&group_by=week`);
  expect(headersOf(wire.only())).toEqual(signedIn);
});

it('agentPasses.activity.metrics returns groups when the service sends them', async () => {
  const groups = [{ period: '2026-01-01T00:00:00.000Z', ...usage }];
  const { agentPasses } = await benchOf(recordingFetch(json({ ...usage, groups })), { validation: 'throw' });
  await expect(agentPasses.activity.metrics(query)).resolves.toEqual({ ...usage, groups });
});

it('agentPasses.activity.metrics caches metrics for 30 seconds', async () => {
  const clock = standingClock();
  const { agentPasses, wire } = await benchOf(recordingFetch(json(usage)), { clock });
  await agentPasses.activity.metrics(query);
  clock.advance(29_999);
  await agentPasses.activity.metrics(query);
  expect(wire.sent).toHaveLength(1);
  clock.advance(1);
  await agentPasses.activity.metrics(query);
  expect(wire.sent).toHaveLength(2);
});

it('agentPasses.activity.metrics caches the metrics of each query separately', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json(usage)));
  await agentPasses.activity.metrics(query);
  await agentPasses.activity.metrics({ agent_user_id: 'agent-2' });
  expect(wire.sent).toHaveLength(2);
});

it('agentPasses.activity.metrics reports a missing field of the response', async () => {
  const { p95_latency_ms: _, ...rest } = usage;
  const { agentPasses, events } = await benchOf(recordingFetch(json(rest)));
  await expect(agentPasses.activity.metrics(query)).resolves.toEqual(rest);
  expect(events).toContainEqual({
    type: 'invalid-response',
    operation: 'agentPasses.activity.metrics',
    field: 'p95_latency_ms',
    message: 'is required',
  });
});

it('agentPasses.activity.metrics rejects an unknown group before anything is sent', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json(usage)));
  await expect(agentPasses.activity.metrics({ ...query, group_by: 'month' as 'day' })).rejects.toMatchObject({
    kind: 'invalid-input',
    field: 'group_by',
  });
  expect(wire.sent).toEqual([]);
});
