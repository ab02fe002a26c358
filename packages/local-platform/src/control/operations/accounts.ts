import { refuse } from '../../errors/refusal.ts';
import { subscriptionRecords, tierOf } from '../../services/gateway/subscriptions.ts';
import { memoryRecords } from '../../services/memory/records.ts';
import { localAdminAccess } from '../../options/default-credentials.ts';
import { organizationRecords } from '../../services/organizations/records.ts';
import { projectsIn } from '../../services/projects/records.ts';
import { toAmount } from '../../services/wallets/amounts.ts';
import { credit } from '../../services/wallets/ledger.ts';
import { walletRecords, walletsOf, type WalletRecord } from '../../services/wallets/records.ts';
import { accountRecords } from '../../world/accounts.ts';
import type * as contract from '../contract/accounts.ts';
import type { AccountsDocument } from '../documents.ts';
import { issueControlKey } from '../issue-keys.ts';
import { orInvalid, type ControlContext, type ControlRules } from '../operation.ts';

const balancesOf = ({ holdings }: WalletRecord): Readonly<Record<string, number>> =>
  Object.fromEntries([...holdings].map(([asset, units]) => [asset, toAmount(units)]));

const organizationsOf = ({ internals: { world } }: ControlContext): AccountsDocument['organizations'] =>
  [...world.records(organizationRecords).organizations.values()].map(({ id, name }) => ({
    id,
    name,
    tier: tierOf(world, id),
    wallets: walletsOf(world, 'organization', id).map((wallet) => ({
      addressHash: wallet.addressHash,
      purpose: wallet.purpose,
      balances: balancesOf(wallet),
    })),
    projects: projectsIn(world, id).map((project) => ({ id: project.id, name: project.name })),
  }));

const accountsOf = (context: ControlContext): AccountsDocument => {
  const { platform, internals, origin } = context;
  const { apiKey, gatewayKey, projectKeys } = platform;
  const { world } = internals;
  return {
    apiKey,
    gatewayKey,
    projectKeys,
    adminAccess: localAdminAccess,
    baseUrls: platform.baseUrls(origin()),
    accounts: [...world.records(accountRecords).accounts.values()].map(({ id, username, password, activationCode }) => ({
      id,
      username,
      password,
      isActivated: activationCode === undefined,
    })),
    memoryUsers: [...world.records(memoryRecords).users.values()].map(({ id, email }) => ({ id, email })),
    organizations: organizationsOf(context),
  };
};

export const accountRules: ControlRules<typeof contract> = {
  getAccounts: (_, call) => accountsOf(call),

  issueKey: issueControlKey,

  setTier({ id, tier, active = true }, { internals: { world }, stateChanged }) {
    if (!world.records(organizationRecords).organizations.has(id)) refuse(404, 'UNKNOWN_ORGANIZATION', `There is no organization ${id}.`);
    if (tier === 'free') world.records(subscriptionRecords).delete(id);
    else world.records(subscriptionRecords).set(id, { tier, active });
    stateChanged('edit');
  },

  creditWallet({ addressHash, amount }, { internals: { world }, stateChanged }) {
    const found = world.records(walletRecords).get(addressHash);
    if (!found) return refuse(404, 'UNKNOWN_WALLET', `There is no wallet ${addressHash}.`);
    orInvalid(() => credit(world, found, 'CREDITS', amount, {}));
    stateChanged('edit');
    return { addressHash, purpose: found.purpose, balances: balancesOf(found) };
  },
};
