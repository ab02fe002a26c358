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

const traces = await analytics.traces
  .list({ tags: ['production'] })
  .toArray({ limit: 5 });
for (const { name, timestamp } of traces) console.log(timestamp, name);
