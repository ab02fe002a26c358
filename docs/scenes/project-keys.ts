import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';

const local = createLocalPlatform();
const platform = createPlatform({
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
  projectKeys: local.projectKeys,
});
export const analytics = createAnalyticsClient(platform);
