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
await auth.requestPasswordReset({ email: 'ada@example.com' });
// #endregion

const token = local.inbox.latest('ada@example.com')?.token ?? ''; // from the link of the e-mail
await auth.resetPassword({ token, password: 'analytical-engine' });
await auth.login({ username: 'ada@example.com', password: 'analytical-engine' });
console.log('signed in');
