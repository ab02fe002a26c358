// #region preamble
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createWalletsClient } from '@platform-sdk/wallets';

const local = createLocalPlatform();
local.seed({ accounts: [{ email: 'grace@example.com', password: 'flow-matic' }] });
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
const walletOf = async (email: string, password: string): Promise<string> => {
  await createAuthClient(platform).login({ username: email, password });
  const session = await platform.session.get();
  return (
    (await wallets.list({ entity_type: 'user' })).find(
      ({ entityId }) => entityId === session?.id,
    )?.addressHash ?? ''
  );
};
const to_wallet = await walletOf('grace@example.com', 'flow-matic');
const from_wallet = await walletOf(local.account.email, local.account.password);
// #endregion

const transfer = await wallets.transfers.create({
  from_wallet,
  to_wallet,
  amount: 12.5,
  description: 'For the compiler',
});
console.log(transfer?.status); // the sender receives a code
