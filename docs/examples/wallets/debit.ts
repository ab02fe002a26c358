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
const addressHash =
  (await wallets.list({ entity_type: 'user' })).at(0)?.addressHash ?? '';
// #endregion

const transaction = await wallets.debit({
  addressHash,
  amount: 2.5,
  description: 'Printing',
});
console.log(transaction?.source_asset, transaction?.amount);
