import { createAuthClient } from '@platform-sdk/auth';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { createSearchClient } from '@platform-sdk/search';

export const local = createLocalPlatform();
export const platform = createPlatform({
  apiKey: local.apiKey,
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
});
export const auth = createAuthClient(platform);
export const converter = createConverterClient(platform);
export const memory = createMemoryClient(platform);
export const search = createSearchClient(platform);
