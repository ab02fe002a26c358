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
// #endregion

const { data } = await analytics.metrics.daily({
  fromTimestamp: '2026-01-14T00:00:00Z',
});
for (const day of data) console.log(day.date, day.countTraces, day.totalCost);
