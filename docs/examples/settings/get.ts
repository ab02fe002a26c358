// #region preamble
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createSettingsClient } from '@platform-sdk/settings';

const local = createLocalPlatform();
const platform = createPlatform({
  apiKey: local.apiKey,
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
});
await createAuthClient(platform).login({
  username: local.account.email,
  password: local.account.password,
});
const settings = createSettingsClient(platform);
// #endregion

const found = await settings.get({ client: 'web' });
console.log(found);
