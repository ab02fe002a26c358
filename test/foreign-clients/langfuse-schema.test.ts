import { fileURLToPath } from 'node:url';
import {
  createAnalyticsClient,
  type DailyMetricsPage,
  type Observation,
  type Score,
  type Trace,
  type TracePage,
} from '@platform-sdk/analytics';
import { createLocalPlatform, defaultProjectKeys } from '@platform-sdk/local-platform';
import { afterAll, describe, expect, expectTypeOf, it } from 'vitest';
import type * as langfuse from './langfuse-types.ts';
import { typeProblemsIn } from '../helpers/type-problems.ts';

const types = typeProblemsIn(fileURLToPath(new URL('langfuse-types.ts', import.meta.url)));
afterAll(() => {
  types.close();
});

const platform = createLocalPlatform();
platform.seed({
  analytics: [
    {
      projectId: '7',
      keys: { publicKey: 'pk-own', secretKey: 'sk-own' },
      traces: [
        {
          id: 'busy',
          name: 'chat',
          input: { question: 'Why?' },
          observations: [{ model: 'large-1', inputUsage: 10, outputUsage: 5, totalCost: 0.1 }, { seconds: 2 }],
          scores: [
            { name: 'helpful', value: 0.9 },
            { name: 'polite', value: true, comment: 'Very.' },
            { name: 'tone', value: 'warm' },
          ],
        },
        { id: 'empty' },
      ],
    },
  ],
});

const read = async (path: string, { publicKey, secretKey } = defaultProjectKeys): Promise<unknown> => {
  const headers = { Authorization: `Basic ${btoa(`${publicKey}:${secretKey}`)}` };
  const response = await platform.fetch(`${platform.baseUrls().analytics}/api/public${path}`, { headers });
  return response.json();
};
const own = { publicKey: 'pk-own', secretKey: 'sk-own' };

describe("data of the local platform, checked with Langfuse's published types", () => {
  it.each(['busy', 'empty'])('the data of the %s trace is valid', async (id) => {
    expect(types.problemsOf('TraceDetail', await read(`/traces/${id}`, own))).toEqual([]);
  });

  it('trace data is valid for each trace of the default project', async () => {
    const { data } = (await read('/traces')) as { data: { id: string }[] };
    const wrong: string[] = [];
    for (const { id } of data) wrong.push(...types.problemsOf('TraceDetail', await read(`/traces/${id}`)));
    expect(wrong).toEqual([]);
    expect(data).toHaveLength(12);
  });

  it('the list of traces is valid', async () => {
    expect(types.problemsOf('TraceList', await read('/traces'))).toEqual([]);
    expect(types.problemsOf('TraceList', await read('/traces', own))).toEqual([]);
  });

  it('the page of daily metrics is valid', async () => {
    expect(types.problemsOf('DailyMetrics', await read('/metrics/daily'))).toEqual([]);
    expect(types.problemsOf('DailyMetrics', await read('/metrics/daily', own))).toEqual([]);
  });

  it('trace data is invalid with a missing, mistyped or unknown field', () => {
    const score = { id: 's', traceId: 't', name: 'helpful', source: 'ELSEWHERE', timestamp: '', createdAt: '', updatedAt: '', value: 1 };
    const nulls = { authorUserId: null, comment: null, configId: null, queueId: null };
    expect(types.problemsOf('Score', { ...score, ...nulls, dataType: 'NUMERIC', colour: 'red' })).toEqual([
      expect.stringMatching(/^\.source: "ELSEWHERE" is not /) as string,
      '.environment: is missing',
      '.colour: is unknown',
    ]);
  });
});

it('the analytics client reports no problem in a complete trace', async () => {
  const analytics = createAnalyticsClient({
    baseUrl: platform.baseUrls().analytics,
    fetch: (input, init) => platform.fetch(input, init),
    projectKeys: own,
    validation: 'throw',
  });
  const trace = await analytics.traces.get({ traceId: 'busy' });
  expect(trace).toEqual(await read('/traces/busy', own));
  expect(trace.scores?.map(({ dataType, value, stringValue }) => [dataType, value, stringValue])).toEqual([
    ['NUMERIC', 0.9, undefined],
    ['BOOLEAN', 1, 'True'],
    ['CATEGORICAL', 0, 'warm'],
  ]);
});

type KeysOf<Union> = Union extends unknown ? keyof Union : never;

it('types of the analytics client accept the documented values of Langfuse', () => {
  expectTypeOf<langfuse.TraceDetail>().toExtend<Trace>();
  expectTypeOf<langfuse.TraceList>().toExtend<TracePage>();
  expectTypeOf<langfuse.Observation>().toExtend<Observation>();
  expectTypeOf<langfuse.Score>().toExtend<Score>();
  expectTypeOf<langfuse.DailyMetrics>().toExtend<DailyMetricsPage>();
  expectTypeOf<langfuse.EarlierObservation>().toExtend<Observation>();
  expectTypeOf<langfuse.EarlierScore>().toExtend<Score>();
});

it('the types of the analytics client have exactly the fields that Langfuse documents', () => {
  expectTypeOf<keyof Trace>().toEqualTypeOf<KeysOf<langfuse.TraceDetail>>();
  expectTypeOf<keyof Observation>().toEqualTypeOf<KeysOf<langfuse.Observation>>();
  expectTypeOf<keyof NonNullable<Observation['usage']>>().toEqualTypeOf<keyof langfuse.Observation['usage']>();
  expectTypeOf<keyof Score>().toEqualTypeOf<KeysOf<langfuse.Score>>();
  expectTypeOf<keyof TracePage['data'][number]>().toEqualTypeOf<keyof langfuse.TraceList['data'][number]>();
  expectTypeOf<keyof DailyMetricsPage['data'][number]>().toEqualTypeOf<keyof langfuse.DailyMetrics['data'][number]>();
  expectTypeOf<Exclude<KeysOf<langfuse.EarlierTraceDetail>, keyof Trace>>().toBeNever();
  expectTypeOf<Exclude<KeysOf<langfuse.EarlierObservation>, keyof Observation>>().toBeNever();
  expectTypeOf<Exclude<KeysOf<langfuse.EarlierScore>, keyof Score>>().toBeNever();
});
