import { createAnalyticsClient } from '@platform-sdk/analytics';
import * as contract from '@platform-sdk/analytics/contract';
import { mock } from '@platform-sdk/core/testing';
import { mockServer } from '@platform-sdk/test-helpers/mock-server';
import { expect, it } from 'vitest';
import { baseUrl, day, metaOf, projectKeys, summary, trace } from './bench.ts';

const server = mockServer();

const analytics = createAnalyticsClient({ baseUrl, projectKeys, validation: 'throw' });

it('a mocked service returns daily metrics', async () => {
  server.use(mock(contract.metrics.daily, baseUrl, ({ tags = [] }) => ({ data: tags.map((date) => ({ ...day, date })) })));
  await expect(analytics.metrics.daily({ tags: ['2026-01-01', '2026-01-02'] })).resolves.toEqual({
    data: [
      { ...day, date: '2026-01-01' },
      { ...day, date: '2026-01-02' },
    ],
  });
});

it('a mocked service returns pages of traces', async () => {
  server.use(
    mock(contract.traces.list, baseUrl, ({ page = 1 }) => ({ data: [{ ...summary, id: `trace-${page}` }], meta: metaOf(page, 1, 3) })),
  );
  const traces = await analytics.traces.list({ limit: 1 }).toArray({ limit: 10 });
  expect(traces.map(({ id }) => id)).toEqual(['trace-1', 'trace-2', 'trace-3']);
});

it('a mocked service returns a trace by an encoded id', async () => {
  server.use(mock(contract.traces.get, baseUrl, ({ traceId }) => ({ ...trace, id: traceId })));
  await expect(analytics.traces.get({ traceId: 'a/b' })).resolves.toEqual({ ...trace, id: 'a/b' });
});
