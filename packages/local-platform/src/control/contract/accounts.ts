import { boolean, enumOf, noContent, number, object, operation, optional, record, string, type Schema } from '@platform-sdk/core/contract';
import type { GatewayTier } from '@platform-sdk/gateway';
import type { AccountsDocument, IssuedKey, NoInput } from '../documents.ts';
import { listOf } from '../schemas.ts';

type Organization = AccountsDocument['organizations'][number];
type Wallet = Organization['wallets'][number];
type Named = Organization['projects'][number];

const wallet = object<Wallet>({ addressHash: string, purpose: string, balances: record(number()) as Schema<Wallet['balances']> });

/** Returns accounts, keys, organizations with tiers and balances, and base URLs. */
export const getAccounts = operation({
  method: 'GET',
  path: '/accounts',
  credentials: 'token',
  input: object<NoInput>({}),
  output: object<AccountsDocument>({
    apiKey: string,
    gatewayKey: string,
    projectKeys: object<AccountsDocument['projectKeys']>({ publicKey: string, secretKey: string }),
    adminAccess: string,
    baseUrls: object<AccountsDocument['baseUrls']>({
      auth: string,
      organizations: string,
      wallets: string,
      analytics: string,
      memory: string,
      gateway: string,
      upload: string,
      search: string,
      converter: string,
    }),
    accounts: listOf(
      object<AccountsDocument['accounts'][number]>({ id: string, username: string, password: string, isActivated: boolean }),
    ),
    memoryUsers: listOf(object<AccountsDocument['memoryUsers'][number]>({ id: string, email: string })),
    organizations: listOf(
      object<Organization>({
        id: string,
        name: string,
        tier: string,
        wallets: listOf(wallet),
        projects: listOf(object<Named>({ id: string, name: string })),
      }),
    ),
  }),
  retry: 'safe',
});

const kind = enumOf('session', 'memory-token', 'agent-pass');

interface IssueKeyInput {
  readonly kind: IssuedKey['kind'];
  /** The account that the session belongs to. Default: the default account. */
  readonly accountId?: string;
  /** The memory user that the token belongs to. Default: a new user. */
  readonly userId?: string;
  /** The project that the agent pass belongs to. Default: the first project. */
  readonly projectId?: string;
}

/** Issues a session, a memory token or an agent pass without a sign-in. */
export const issueKey = operation({
  method: 'POST',
  path: '/keys',
  credentials: 'token',
  input: object<IssueKeyInput>({
    kind,
    accountId: optional(string),
    userId: optional(string),
    projectId: optional(string),
  }),
  output: object<IssuedKey>({
    kind,
    accessToken: optional(string),
    refreshToken: optional(string),
    userId: optional(string),
    token: optional(string),
    passId: optional(string),
    secretToken: optional(string),
    agentUserId: optional(string),
  }),
  retry: 'non-idempotent',
  errors: [404],
});

interface SetTierInput {
  /** The id of the organization. */
  readonly id: string;
  readonly tier: GatewayTier;
  /** False for an ended subscription. Default: true. */
  readonly active?: boolean;
}

/** Sets the tier of an organization. */
export const setTier = operation({
  method: 'PUT',
  path: '/organizations/{id}/tier',
  credentials: 'token',
  input: object<SetTierInput>({ id: string, tier: enumOf<GatewayTier>('free', 'pro', 'enterprise'), active: optional(boolean) }),
  output: noContent,
  status: 204,
  retry: 'idempotent',
  errors: [404],
});

/** Adds credits to a wallet. */
export const creditWallet = operation({
  method: 'POST',
  path: '/wallets/{addressHash}/credit',
  credentials: 'token',
  input: object<{ readonly addressHash: string; readonly amount: number }>({
    addressHash: string,
    amount: number({ minimum: 0.000_001, maximum: 1e9 }),
  }),
  output: wallet,
  retry: 'non-idempotent',
  errors: [404],
});
