import { expect, it } from 'vitest';
import { json, wire } from './wire.ts';

const headers = { accept: 'application/json' };

it('memory.health sends no credentials', async () => {
  const { memory, sent } = wire([json({ status: 'ok' })]);
  await expect(memory.health()).resolves.toEqual({ status: 'ok' });
  expect(sent).toEqual([{ line: 'GET https://memory.test/health', headers, body: '' }]);
});

it('memory.live returns every check', async () => {
  const live = {
    status: 'degraded',
    checks: {
      database: { status: 'healthy', latency_ms: 1.5 },
      cache: { status: 'unhealthy', latency_ms: 900 },
      llm: { status: 'healthy' },
    },
    timestamp: '2026-01-15T12:00:00Z',
  };
  const { memory, sent } = wire([json(live)]);
  await expect(memory.live()).resolves.toEqual(live);
  expect(sent).toEqual([{ line: 'GET https://memory.test/health/live', headers, body: '' }]);
});

it('memory.live rejects a response without a status', async () => {
  const { memory } = wire([json({ checks: {} })]);
  await expect(memory.live()).rejects.toMatchObject({ kind: 'invalid-response', field: 'status' });
});

it('memory.ready returns `ready: true` if the service is ready', async () => {
  const { memory, sent } = wire([json({ ready: true, message: 'Ready.' })]);
  await expect(memory.ready()).resolves.toEqual({ ready: true, message: 'Ready.' });
  expect(sent).toEqual([{ line: 'GET https://memory.test/ready', headers, body: '' }]);
});

it('memory.ready returns `ready: false` without a retry if the service is not ready', async () => {
  const { memory, sent } = wire([json({ ready: false, message: 'The database is down.' }, 503)]);
  await expect(memory.ready()).resolves.toEqual({ ready: false, message: 'The database is down.' });
  expect(sent).toHaveLength(1);
});

it.each([
  ['an HTML page of a proxy', () => new Response('<html><title>Busy</title></html>', { status: 503 })],
  ['another document', () => json({ detail: 'Busy' }, 503)],
])('memory.ready fails for a 503 that is %s', async (_, answer) => {
  const { memory } = wire([answer()]);
  await expect(memory.ready()).rejects.toMatchObject({ kind: 'http', status: 503 });
});
