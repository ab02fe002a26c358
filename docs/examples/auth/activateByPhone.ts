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
  username: '+49 301234567',
  password: 'correct horse battery staple',
  method: 'phone',
});
const { userId = '' } =
  registered.status === 'activation-required' ? registered : {};
// #endregion

const code = local.inbox.all.at(-1)?.code ?? ''; // the six digits of the message
const session = await auth.activateByPhone({ userId, code });
console.log(session.id);
