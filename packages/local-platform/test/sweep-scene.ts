import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, type Platform } from '@platform-sdk/core';
import { createLocalPlatform, type LocalPlatform } from '@platform-sdk/local-platform';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createWalletsClient } from '@platform-sdk/wallets';

/** A local platform with two wallets that the default account may use. */
export const createShop = (): LocalPlatform => {
  const local = createLocalPlatform();
  local.seed({ wallets: [{ of: local.account.email, credits: 100 }] });
  return local;
};

/** Signs in with the default account. */
export const enter = async ({ apiKey, account, fetch, ...local }: LocalPlatform): Promise<Platform> => {
  const platform = createPlatform({ apiKey, fetch, baseUrls: local.baseUrls() });
  await createAuthClient(platform).login({ username: account.email, password: account.password });
  return platform;
};

/** Returns the clients of a checkout, its organization and the input of its payment. */
export const openCheckout = async (local: LocalPlatform) => {
  const platform = await enter(local);
  const [organization] = await createOrganizationsClient(platform).list();
  const wallets = createWalletsClient(platform);
  const [from, to] = await wallets.list();
  if (!organization || !from || !to) throw new Error('The local platform lacks an organization or a wallet.');
  const payment = { from_wallet: from.addressHash, to_wallet: to.addressHash, amount: 5, source_asset: 'CREDITS' };
  return { projects: createProjectsClient(platform), wallets, organizationId: organization.id, payment };
};

/** Calls `work` a second time after any failure. */
const again = (work: () => Promise<unknown>): Promise<unknown> => work().catch(work);

/** Repeats each failed step without checking whether it took effect. */
export const naive = async (local: LocalPlatform): Promise<void> => {
  const { projects, wallets, organizationId, payment } = await openCheckout(local);
  await again(() => projects.create({ organizationId, name: 'Order 7' }));
  await again(() => wallets.transact(payment));
};

/** Looks for an existing record before it creates a record, and pays with a reference. */
export const careful = async (local: LocalPlatform): Promise<void> => {
  const { projects, wallets, organizationId, payment } = await openCheckout(local);
  const all = await projects.list({ organizationId });
  if (!all.some(({ name }) => name === 'Order 7')) await projects.create({ organizationId, name: 'Order 7' });
  await wallets.payOnce(payment, { reference: 'order-7' });
};
