import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createPlatform, type LogEvent, type PlatformOptions } from '@platform-sdk/core';
import { type RecordingFetch, tokens } from '@platform-sdk/test-helpers';

export { failureOf, headersOf, json, recordingFetch } from '@platform-sdk/test-helpers';

export const baseUrl = 'https://analytics.test';
export const projectKeys = { publicKey: 'pk-lf-1', secretKey: 'sk-lf-2' };
/** base64 of `pk-lf-1:sk-lf-2`. */
export const basic = 'Basic cGstbGYtMTpzay1sZi0y';

/** Creates an analytics client on a platform with an Api-Key and a signed-in user. The client must not send the user's token. */
export const analyticsOver = async (wire: RecordingFetch, options: PlatformOptions = {}) => {
  const events: LogEvent[] = [];
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls: { analytics: baseUrl },
    projectKeys,
    fetch: wire.fetch,
    logger: (event) => events.push(event),
    ...options,
  });
  await platform.session.set(tokens('a'));
  return { platform, events, analytics: createAnalyticsClient(platform) };
};

export const summary = {
  id: 'trace-1',
  timestamp: '2026-01-31T10:00:00.000Z',
  name: 'chat',
  input: { question: 'Why?' },
  output: 'Because.',
  sessionId: 'session-1',
  release: null,
  version: '1.2',
  userId: 'ada',
  metadata: { region: 'eu' },
  tags: ['production'],
  public: false,
  environment: 'default',
  htmlPath: '/project/1/traces/trace-1',
  latency: 1.5,
  totalCost: 0.02,
  observations: ['observation-1'],
  scores: ['score-1'],
};

/** The same trace as a single result. */
export const trace = {
  ...summary,
  observations: [
    {
      id: 'observation-1',
      traceId: 'trace-1',
      type: 'GENERATION',
      name: 'answer',
      startTime: '2026-01-31T10:00:00.000Z',
      endTime: '2026-01-31T10:00:01.500Z',
      parentObservationId: null,
      model: 'large-1',
      input: 'Why?',
      output: 'Because.',
      usageDetails: { input: 10, output: 5 },
    },
  ],
  scores: [{ id: 'score-1', name: 'helpful', value: 0.9, dataType: 'NUMERIC' }],
};

export const day = {
  date: '2026-01-31',
  countTraces: 2,
  countObservations: 3,
  totalCost: 0.05,
  usage: [
    {
      model: 'large-1',
      inputUsage: 100,
      outputUsage: 50,
      totalUsage: 150,
      countTraces: 2,
      countObservations: 3,
      totalCost: 0.05,
    },
  ],
};

export const metaOf = (page: number, limit: number, totalItems: number) => ({
  page,
  limit,
  totalItems,
  totalPages: Math.ceil(totalItems / limit),
});
