import type { GatewayTier } from '@platform-sdk/gateway';
import { subscriptionRecords, tierOf } from '../../services/gateway/subscriptions.ts';
import { memoryRecords } from '../../services/memory/records.ts';
import { localAdminAccess } from '../../options/default-credentials.ts';
import { organizationRecords } from '../../services/organizations/records.ts';
import { projectsIn } from '../../services/projects/records.ts';
import { toAmount } from '../../services/wallets/amounts.ts';
import { credit } from '../../services/wallets/ledger.ts';
import { walletRecords, walletsOf, type WalletRecord } from '../../services/wallets/records.ts';
import { accountRecords } from '../../world/accounts.ts';
import type { AccountsDocument } from '../documents.ts';
import { issueControlKey } from '../issue-keys.ts';
import { failControl, orInvalid, type ControlContext, type ControlOperation } from '../operation.ts';
import { flag, listOf, objectOf, text } from '../schemas.ts';

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

const TIERS: readonly GatewayTier[] = ['free', 'pro', 'enterprise'];
const wallet = objectOf({ addressHash: text, purpose: text, balances: { type: 'object', additionalProperties: { type: 'number' } } });
const named = objectOf({ id: text, name: text });

export const accountOperations: readonly ControlOperation[] = [
  {
    id: 'getAccounts',
    method: 'GET',
    path: '/accounts',
    summary: 'Returns accounts, keys, organizations with tiers and balances, and the base addresses.',
    response: objectOf({
      apiKey: text,
      gatewayKey: text,
      projectKeys: objectOf({ publicKey: text, secretKey: text }),
      adminAccess: text,
      baseUrls: { type: 'object', additionalProperties: text },
      accounts: listOf(objectOf({ id: text, username: text, password: text, isActivated: flag })),
      memoryUsers: listOf(objectOf({ id: text, email: text })),
      organizations: listOf(objectOf({ id: text, name: text, tier: text, wallets: listOf(wallet), projects: listOf(named) })),
    }),
    run: accountsOf,
  },
  {
    id: 'issueKey',
    method: 'POST',
    path: '/keys',
    summary: 'Issues a session, a token of the memory service or the pair of an agent, without a sign-in.',
    body: objectOf(
      { kind: { type: 'string', enum: ['session', 'memory-token', 'agent-pass'] } },
      {
        accountId: { type: 'string', description: 'The account of a session. Default: the default account.' },
        userId: { type: 'string', description: 'The memory user of a token. Default: a new one.' },
        projectId: { type: 'string', description: 'The project of an agent pass. Default: the first.' },
      },
    ),
    response: { type: 'object', properties: { kind: text }, required: ['kind'], additionalProperties: text },
    failures: [404],
    run: issueControlKey,
  },
  {
    id: 'setTier',
    method: 'PUT',
    path: '/organizations/{id}/tier',
    summary: 'Sets the tier of an organization.',
    body: objectOf({ tier: { type: 'string', enum: TIERS } }, { active: { type: 'boolean', description: 'Default: true.' } }),
    failures: [404],
    run({ internals: { world }, parameters: { id = '' }, body: { tier, active = true }, stateChanged }) {
      if (!world.records(organizationRecords).organizations.has(id))
        failControl(404, 'UNKNOWN_ORGANIZATION', `There is no organization ${id}.`);
      if (tier === 'free') world.records(subscriptionRecords).delete(id);
      else world.records(subscriptionRecords).set(id, { tier: tier as GatewayTier, active: active as boolean });
      stateChanged('edit');
    },
  },
  {
    id: 'creditWallet',
    method: 'POST',
    path: '/wallets/{addressHash}/credit',
    summary: 'Puts credits into a wallet.',
    body: objectOf({ amount: { type: 'number', minimum: 0.000_001, maximum: 1e9 } }),
    response: wallet,
    failures: [404],
    run({ internals: { world }, parameters: { addressHash = '' }, body, stateChanged }) {
      const found = world.records(walletRecords).get(addressHash);
      if (!found) return failControl(404, 'UNKNOWN_WALLET', `There is no wallet ${addressHash}.`);
      orInvalid(() => credit(world, found, 'CREDITS', body['amount'] as number, {}));
      stateChanged('edit');
      return { addressHash, purpose: found.purpose, balances: balancesOf(found) };
    },
  },
];
