import type { ProjectKeys } from '@platform-sdk/core';
import { inputError } from '@platform-sdk/core/internal';
import { seedActivity } from '../services/agent-passes/seed.ts';
import { seedAnalytics } from '../services/analytics/seed.ts';
import { seedSubscription } from '../services/gateway/subscriptions.ts';
import { seedMemoryUser } from '../services/memory/seed.ts';
import { addMember, createOrganization, organizationsByName } from '../services/organizations/records.ts';
import { createProject } from '../services/projects/records.ts';
import { seedWallet } from '../services/wallets/seed.ts';
import { accountOf, createAccount, type Account } from '../world/accounts.ts';
import type { World } from '../world/state.ts';
import type { SeedData, SeedResult } from './seed-data.ts';
import { checkSeed } from './seed-schema.ts';

/** The initial data of every platform: a default account and sample records. */
export const readyMade = (password: string, keys: ProjectKeys): SeedData => ({
  accounts: [{ email: 'ada@example.com', password, firstName: 'Ada', lastName: 'Lovelace' }],
  organizations: [{ name: 'Analytical Engines', owner: 'ada@example.com', projects: ['Bernoulli numbers'] }],
  analytics: [{ projectId: '1', keys, traces: 'samples' }],
  wallets: [
    { of: 'ada@example.com', credits: 100 },
    { of: 'Analytical Engines', credits: 1000 },
  ],
});

/** Adds data to a world. Checks all fields and types before it adds anything. */
export const seed = (world: World, data: SeedData): SeedResult => {
  checkSeed(data);
  const { accounts = [], organizations = [], analytics = [], wallets = [], subscriptions = [], activity = [], memoryUsers = [] } = data;
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
  const find = organizationsByName(world);
  for (const given of wallets) seedWallet(world, find, given);
  for (const given of subscriptions) seedSubscription(world, find, given);
  seedActivity(world, find, activity);
  for (const given of memoryUsers) seedMemoryUser(world, given);
  return made;
};

const seeded = (world: World, email: string): Account => {
  const account = accountOf(world, email);
  if (!account) throw inputError(`seed: no account has the e-mail address ${email}: list it in accounts`, 'organizations');
  return account;
};
