import assert from 'node:assert/strict';
import { LangfuseClient } from '@langfuse/client';
import { Langfuse } from 'langfuse';
import { atPort, failureOf, type Place } from '../at-port.ts';
import type { Judge } from '../check.ts';

/** Creates Langfuse's client of major version 3. */
const earlier = ({ local, server }: Place, secretKey = local.projectKeys.secretKey): Langfuse =>
  new Langfuse({
    publicKey: local.projectKeys.publicKey as string,
    secretKey: secretKey as string,
    baseUrl: server.baseUrls.analytics,
    fetchRetryCount: 0,
  });

/** Creates Langfuse's client of major version 5. */
const current = ({ local, server }: Place, secretKey = local.projectKeys.secretKey): LangfuseClient =>
  new LangfuseClient({
    publicKey: local.projectKeys.publicKey as string,
    secretKey: secretKey as string,
    baseUrl: server.baseUrls.analytics,
  });

export const langfuse: readonly Judge[] = [
  {
    name: 'langfuse 3',
    checks: [
      atPort('lists traces with their place', async (place) => {
        const { data, meta } = await earlier(place).fetchTraces({ limit: 2, orderBy: 'timestamp.asc' });
        assert.equal(data.length, 2);
        assert.equal(meta.limit, 2);
        assert.ok(meta.totalItems >= 2);
      }),
      atPort('gets a trace with its observations', async (place) => {
        const { data } = await earlier(place).fetchTraces({ limit: 1 });
        const { data: trace } = await earlier(place).fetchTrace(data[0]?.id ?? '');
        assert.equal(trace.id, data[0]?.id);
        assert.ok(Array.isArray(trace.observations));
      }),
      // Version 3 prints every failure of a read and resolves without data. Version 5 rejects.
      atPort('is wrong about a wrong key: it prints the 401 and resolves without data', async (place) => {
        const printed: string[] = [];
        const { error } = console;
        console.error = (...words: unknown[]) => void printed.push(words.map(String).join(' '));
        try {
          assert.deepEqual(await earlier(place, 'wrong').fetchTraces({}), { data: undefined, meta: undefined });
        } finally {
          console.error = error;
        }
        assert.match(printed.join('\n'), /401/);
      }),
    ],
  },
  {
    name: '@langfuse/client 5',
    checks: [
      atPort('lists traces with their place', async (place) => {
        const { data, meta } = await current(place).api.trace.list({ limit: 2, orderBy: 'timestamp.asc' });
        assert.equal(data.length, 2);
        assert.ok(meta.totalItems >= 2);
      }),
      atPort('gets a trace with its observations', async (place) => {
        const { data } = await current(place).api.trace.list({ limit: 1 });
        const trace = await current(place).api.trace.get(data[0]?.id ?? '');
        assert.equal(trace.id, data[0]?.id);
        assert.ok(Array.isArray(trace.observations));
      }),
      atPort('names a wrong key', async (place) => {
        assert.equal(((await failureOf(current(place, 'wrong').api.trace.list({}))) as { statusCode?: number }).statusCode, 401);
      }),
    ],
  },
];
