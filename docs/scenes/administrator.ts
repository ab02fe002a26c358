import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import {
  createLocalPlatform,
  localAdminAccess,
} from '@platform-sdk/local-platform';
import { createWalletsClient } from '@platform-sdk/wallets';

const local = createLocalPlatform();
const platform = createPlatform({
  apiKey: local.apiKey,
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
  adminAccess: localAdminAccess,
});
await createAuthClient(platform).login({
  username: local.account.email,
  password: local.account.password,
});
export const wallets = createWalletsClient(platform);
export const addressHash =
  (await wallets.list({ entity_type: 'user' })).at(0)?.addressHash ?? '';
