import type { ProjectKeys } from '@platform-sdk/core';
import type { Role } from '@platform-sdk/organizations';
import { seedActivity, type SeedActivity } from '../agent-passes/seed.ts';
import { seedAnalytics, type SeedAnalytics } from '../analytics/seed.ts';
import { seedSubscription, type SeedSubscription } from '../gateway/subscriptions.ts';
import { seedMemoryUser, type SeedMemoryUser } from '../memory/seed.ts';
import { addMember, createOrganization } from '../organizations/records.ts';
import { createProject, type SeedProject } from '../projects/records.ts';
import { seedWallet, type SeedWallet } from '../wallets/seed.ts';
import { accountOf, createAccount, type Account } from '../world/accounts.ts';
import type { World } from '../world/state.ts';

/** An account to create, activated from the start. */
export interface SeedAccount {
  readonly email: string;
  readonly password: string;
  /** The first name. Default: an empty text. */
  readonly firstName?: string;
  /** The last name. Default: an empty text. */
  readonly lastName?: string;
}

/** An organization to create, with its members and projects. */
export interface SeedOrganization {
  readonly name: string;
  /** The e-mail address of an account. */
  readonly owner: string;
  /** Members beside the owner, by the e-mail addresses of their accounts. Default: none. */
  readonly members?: readonly { readonly email: string; readonly role: Role }[];
  /** Projects, by name or with their numbers; the first is the organization's default project. Default: none. */
  readonly projects?: readonly (string | SeedProject)[];
}

/** Data to add at once, without the checks of calls. */
export interface SeedData {
  /** Accounts to create. Default: none. */
  readonly accounts?: readonly SeedAccount[];
  /** Organizations to create. Default: none. */
  readonly organizations?: readonly SeedOrganization[];
  /** Key pairs and traces of projects. Default: none. */
  readonly analytics?: readonly SeedAnalytics[];
  /** Credits to add to wallets. Default: none. */
  readonly wallets?: readonly SeedWallet[];
  /** Subscriptions of organizations. Default: none. */
  readonly subscriptions?: readonly SeedSubscription[];
  /** Requests of agents in the past, oldest first. Default: none. */
  readonly activity?: readonly SeedActivity[];
  /** Users of the memory service, with their memories. Default: none. */
  readonly memoryUsers?: readonly SeedMemoryUser[];
}

/** An account to sign in with. */
export interface SeededAccount extends SeedAccount {
  readonly id: string;
}

/** The created accounts and organizations, in the order of the input. */
export interface Seeded {
  readonly accounts: readonly SeededAccount[];
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
}

/** The data that every platform begins with: somebody to sign in as, and something to see. */
export const readyMade = (password: string, keys: ProjectKeys): SeedData => ({
  accounts: [{ email: 'ada@example.com', password, firstName: 'Ada', lastName: 'Lovelace' }],
  organizations: [{ name: 'Analytical Engines', owner: 'ada@example.com', projects: ['Bernoulli numbers'] }],
  analytics: [{ projectId: '1', keys, traces: 'samples' }],
  wallets: [
    { of: 'ada@example.com', credits: 100 },
    { of: 'Analytical Engines', credits: 1000 },
  ],
});

export const seed = (
  world: World,
  { accounts = [], organizations = [], analytics = [], wallets = [], subscriptions = [], activity = [], memoryUsers = [] }: SeedData,
): Seeded => {
  const made = {
    accounts: accounts.map((given) => {
      const { email, ...rest } = given;
      return { ...given, id: createAccount(world, { username: email, method: 'email', ...rest }).id };
    }),
    organizations: organizations.map(({ name, owner, members = [], projects = [] }) => {
      const organization = createOrganization(world, name, seeded(world, owner).id);
      for (const { email, role } of members) addMember(world, organization, seeded(world, email).id, role);
      for (const project of projects) createProject(world, organization.id, project);
      return { id: organization.id, name };
    }),
  };
  for (const given of analytics) seedAnalytics(world, given);
  for (const given of wallets) seedWallet(world, given);
  for (const given of subscriptions) seedSubscription(world, given);
  seedActivity(world, activity);
  for (const given of memoryUsers) seedMemoryUser(world, given);
  return made;
};

const seeded = (world: World, email: string): Account => {
  const account = accountOf(world, email);
  if (!account) throw new Error(`There is no account ${email}: seed it first.`);
  return account;
};
