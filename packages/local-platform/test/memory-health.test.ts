import { expect, it } from 'vitest';
import { createMemoryScene, newYear } from './memory-scene.ts';

const unready = { ready: false, message: 'The database is away.' };

it.each<[string, object]>([
  ['/health', { status: 'ok' }],
  [
    '/health/live',
    {
      status: 'healthy',
      checks: {
        database: { status: 'healthy', latency_ms: expect.any(Number) as number },
        cache: { status: 'healthy', latency_ms: expect.any(Number) as number },
        llm: { status: 'healthy' },
      },
      timestamp: newYear,
    },
  ],
  ['/ready', { ready: true, message: expect.any(String) as string }],
])('memory health is available at %s without a token', async (path, body) => {
  const { anonymous } = createMemoryScene();
  const answer = await anonymous(`GET ${path}`);
  expect([answer.status, answer.body]).toEqual([200, body]);
});

it('memory health is available with a wrong token', async () => {
  const { as } = createMemoryScene();
  for (const path of ['/health', '/health/live', '/ready'])
    await expect(as('mem_guessed', `GET ${path}`)).resolves.toMatchObject({ status: 200 });
});

it('memory health returns the time of the clock', async () => {
  const { anonymous, platform } = createMemoryScene();
  platform.clock.advance(1500);
  await expect(anonymous('GET /health/live')).resolves.toMatchObject({ body: { timestamp: '2026-01-01T00:00:01.500Z' } });
});

it('memory health returns 503 once with a fault', async () => {
  const { anonymous, platform } = createMemoryScene();
  platform.faults.add({ operation: 'memory.ready', status: 503, body: unready });
  const answer = await anonymous('GET /ready');
  expect([answer.status, answer.body]).toEqual([503, unready]);
  await expect(anonymous('GET /ready')).resolves.toMatchObject({ status: 200, body: { ready: true } });
});
