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
await auth.login({
  username: local.account.email,
  password: local.account.password,
});
// #endregion

const { expiresIn } = await auth.tokenInfo();
console.log(expiresIn);
