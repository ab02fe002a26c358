import type { OrganizationRole } from '@platform-sdk/organizations';
import { accountRecords, type Account } from '../../world/accounts.ts';
import { organizationRecords, organizationsOf, type OrganizationRecord } from '../organizations/records.ts';
import { isAtLeast } from '../organizations/roles.ts';
import { roleIn } from '../projects/access.ts';
import { projectRecords, projectsIn, type RemovedProject } from '../projects/records.ts';
import { refuse } from '../../errors/refusal.ts';
import type { Call } from '../../routing/service.ts';
import type { World } from '../../world/state.ts';
import { walletRecords, walletsOf, type WalletRecord } from './records.ts';

/** The owner of a wallet. */
type Entity = Pick<WalletRecord, 'entityType' | 'entityId'>;

/** Returns a user's role for the wallet of an organization or project. Undefined for users without access. */
const roleFor = (world: World, userId: string, { entityType, entityId }: Entity): OrganizationRole | undefined => {
  const project = entityType === 'project' ? world.records(projectRecords).projects.get(entityId) : undefined;
  if (project && roleIn(world, project, userId) === undefined) return undefined;
  return organizationOf(world, { entityType, entityId })?.members.get(userId)?.role;
};

/** Returns the organization of a wallet's owner. A removed project still belongs to its organization. */
const organizationOf = (world: World, { entityType, entityId }: Entity): OrganizationRecord | undefined => {
  if (entityType === 'user') return undefined;
  const { projects, removed } = world.records(projectRecords);
  const id = entityType === 'project' ? (projects.get(entityId) ?? removed.get(entityId))?.organizationId : entityId;
  return id === undefined ? undefined : world.records(organizationRecords).organizations.get(id);
};

/** Returns whether a user may see a wallet. Users may see their own wallets, and the wallets of their organizations and projects. */
export const sees = (world: World, userId: string, entity: Entity): boolean =>
  entity.entityType === 'user' ? entity.entityId === userId : roleFor(world, userId, entity) !== undefined;

/** Returns the wallets that a user may see, oldest first. */
export const walletsSeenBy = ({ world, user }: Call): WalletRecord[] => {
  const { removed } = world.records(projectRecords);
  const ofProject = ({ id }: RemovedProject): WalletRecord[] => walletsOf(world, 'project', id);
  const found = organizationsOf(world, user.id).flatMap(({ id }) => [
    ...walletsOf(world, 'organization', id),
    ...projectsIn(world, id).flatMap((project) => (roleIn(world, project, user.id) ? ofProject(project) : [])),
    ...removed.by('organization', id).flatMap(ofProject),
  ]);
  return world.records(walletRecords).inOrder([...walletsOf(world, 'user', user.id), ...found]);
};

/**
 * Returns whether a user may spend from a wallet. Users may spend from their own wallets. Owners and admins of an organization may spend
 * from its wallets and from the wallets of its projects.
 */
export const spends = (world: World, userId: string, entity: Entity): boolean => {
  const role = roleFor(world, userId, entity);
  return entity.entityType === 'user' ? entity.entityId === userId : role !== undefined && isAtLeast(role, 'ADMIN');
};

/** Returns the users who receive the code for a transfer to a wallet. */
export const spendersOf = (world: World, entity: Entity): Account[] => {
  const { accounts } = world.records(accountRecords);
  const userIds = entity.entityType === 'user' ? [entity.entityId] : (organizationOf(world, entity)?.members.keys() ?? []);
  return [...userIds].flatMap((id) => (spends(world, id, entity) ? (accounts.get(id) ?? []) : []));
};

/** Returns a wallet by its address. Throws 404 if the address is unknown, or if the user may not see the wallet. */
export const seen = ({ world, user }: Call, addressHash: string): WalletRecord => {
  const wallet = world.records(walletRecords).get(addressHash);
  return wallet && sees(world, user.id, wallet) ? wallet : refuse(404, 'NOT_FOUND', 'There is no such wallet.');
};

/** Returns a wallet if the caller may spend from it. Otherwise throws. */
export const spent = (call: Call, addressHash: string): WalletRecord => allowed(call, seen(call, addressHash));

/** Returns the source wallet that a request body names. */
export const source = (call: Call, addressHash: string): WalletRecord => {
  const wallet = call.world.records(walletRecords).get(addressHash);
  if (!wallet || !sees(call.world, call.user.id, wallet)) return unknown('from_wallet');
  return allowed(call, wallet);
};

/** Returns the target wallet that a request body names. The target can be any wallet. */
export const target = ({ world }: Call, addressHash: string): WalletRecord =>
  world.records(walletRecords).get(addressHash) ?? unknown('to_wallet');

/** Returns `entity`, which the caller may see. Throws if the caller may not spend from its wallets. */
export const allowed = <Of extends Entity>({ world, user }: Call, entity: Of): Of =>
  spends(world, user.id, entity) ? entity : refuse(403, 'INSUFFICIENT_PERMISSIONS', 'Your role does not allow this.');

const unknown = (field: string): never => refuse(422, 'UNKNOWN_WALLET', 'There is no such wallet.', { field });
