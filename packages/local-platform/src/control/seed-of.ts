import { subscriptionRecords } from '../services/gateway/subscriptions.ts';
import { memoryRecords } from '../services/memory/records.ts';
import { organizationRecords, type OrganizationRecord } from '../services/organizations/records.ts';
import type { SeedData, SeedOrganization } from '../platform/seed-data.ts';
import { projectsIn } from '../services/projects/records.ts';
import { toAmount } from '../services/wallets/amounts.ts';
import { walletsOf } from '../services/wallets/records.ts';
import { accountRecords, type Account } from '../world/accounts.ts';
import type { World } from '../world/state.ts';

const CREDITS = 'CREDITS';

/**
 * Returns the current accounts, organizations, credits and memories as input for `seed`. Omits the default account and its first
 * organization, which always exist, and accounts with a phone number as username.
 */
export const seedOf = (world: World, defaultEmail: string): SeedData => {
  const { accounts } = world.records(accountRecords);
  const all = [...accounts.values()].filter(({ method }) => method === 'email');
  const added = all.filter(({ username }) => username !== defaultEmail);
  const organizations = [...world.records(organizationRecords).organizations.values()];
  const isDefault = (organization: OrganizationRecord): boolean =>
    emailOfOwner(organization, accounts) === defaultEmail && organization === organizations[0];
  const subscriptions = world.records(subscriptionRecords);
  return {
    accounts: added.map(({ username, password, firstName, lastName }) => ({ email: username, password, firstName, lastName })),
    organizations: organizations.filter((each) => !isDefault(each)).flatMap((each) => organizationOf(world, each, accounts)),
    wallets: [
      ...added.flatMap(({ id, username }) => creditsOf(world, 'user', id, username)),
      ...organizations.filter((each) => !isDefault(each)).flatMap(({ id, name }) => creditsOf(world, 'organization', id, name)),
    ],
    subscriptions: organizations.flatMap(({ id, name }) => {
      const found = subscriptions.get(id);
      return found && found.tier !== 'free' ? [{ of: name, tier: found.tier, active: found.active }] : [];
    }),
    memoryUsers: memoryUsersOf(world),
  };
};

const emailOfOwner = ({ members }: OrganizationRecord, accounts: ReadonlyMap<string, Account>): string | undefined => {
  const owner = [...members.values()].find(({ role }) => role === 'OWNER');
  return owner && accounts.get(owner.userId)?.username;
};

const organizationOf = (world: World, organization: OrganizationRecord, accounts: ReadonlyMap<string, Account>): SeedOrganization[] => {
  const owner = emailOfOwner(organization, accounts);
  if (owner === undefined) return [];
  const members = [...organization.members.values()].flatMap(({ userId, role }) => {
    const email = accounts.get(userId)?.username;
    return email === undefined || email === owner ? [] : [{ email, role }];
  });
  const projects = projectsIn(world, organization.id).map(({ name, tools, notebooks }) => ({ name, tools, notebooks }));
  return [{ name: organization.name, owner, members, projects }];
};

const creditsOf = (world: World, entityType: 'user' | 'organization', id: string, of: string): { of: string; credits: number }[] => {
  const [wallet] = walletsOf(world, entityType, id);
  const credits = toAmount(wallet?.holdings.get(CREDITS) ?? 0n);
  return credits > 0 ? [{ of, credits }] : [];
};

/** Returns the memory users. Only hashes of their tokens are stored, so each user gets the new token `mem_<id>`. */
const memoryUsersOf = (world: World): NonNullable<SeedData['memoryUsers']> => {
  const { users, memories } = world.records(memoryRecords);
  return [...users.values()].map(({ id, email, gatewayKey }) => ({
    id,
    email,
    token: `mem_${id}`,
    ...(gatewayKey !== undefined && { gatewayKey }),
    memories: memories.by('user', id).map(({ content, importance_score, app_id, at }) => ({
      content,
      importance: importance_score,
      app_id,
      daysOld: Math.max(0, (world.clock.now() - at) / 86_400_000),
    })),
  }));
};
