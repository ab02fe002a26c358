// #region preamble
import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';

const local = createLocalPlatform();
const platform = createPlatform({
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
  projectKeys: local.projectKeys,
});
const analytics = createAnalyticsClient(platform);
const traceId =
  (await analytics.traces.list().toArray({ limit: 1 })).at(0)?.id ?? '';
// #endregion

const trace = await analytics.traces.get({ traceId });
console.log(trace.name, trace.observations?.length, trace.scores?.length);
