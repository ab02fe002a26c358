// #region preamble
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';

const local = createLocalPlatform();
const platform = createPlatform({
  apiKey: local.apiKey,
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
});
const auth = createAuthClient(platform);
const registered = await auth.register({
  username: 'mary@example.com',
  password: 'correct horse battery staple',
});
const { userId = '' } =
  registered.status === 'activation-required' ? registered : {};
// #endregion

await auth.resendActivation({ userId });
console.log(local.inbox.all.length);
