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
// #endregion

await auth.requestPasswordReset({ email: 'ada@example.com' });
console.log(local.inbox.latest('ada@example.com')?.kind);
