// #region preamble
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createWalletsClient } from '@platform-sdk/wallets';

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
const wallets = createWalletsClient(platform);
// #endregion

for (const { addressHash, entityType, balance } of await wallets.list())
  console.log(addressHash, entityType, balance);
