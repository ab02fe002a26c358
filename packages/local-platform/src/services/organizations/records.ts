import type { OrganizationInvitation, OrganizationRole } from '@platform-sdk/organizations';
import { createTable } from '../../world/table.ts';
import type { World } from '../../world/state.ts';
import { openWallet } from '../wallets/records.ts';
import { addressKey } from '../../text/contact-addresses.ts';
import { store } from '../../state/store.ts';

export interface OrganizationRecord {
  readonly id: string;
  name: string;
  /** Members by user id. Change them only with `addMember` and `removeMember`. */
  readonly members: Map<string, MembershipRecord>;
}

export interface MembershipRecord {
  readonly id: string;
  readonly userId: string;
  role: OrganizationRole;
  readonly createdAt: string;
}

/** A pending invitation. An invitation is removed when it is accepted, rejected or cancelled. */
export interface InvitationRecord extends OrganizationInvitation {
  readonly organizationId: string;
}

export const organizationRecords = store('organizations', () => ({
  organizations: createTable<OrganizationRecord, never>({}),
  /** The organizations of each user, by user id and organization id. */
  memberships: new Map<string, Map<string, OrganizationRecord>>(),
  invitations: createTable<InvitationRecord, 'organization' | 'project' | 'address'>({
    organization: ({ organizationId }) => [organizationId],
    project: ({ projectId }) => [projectId],
    address: ({ email }) => [addressKey(email)],
  }),
}));

/** Returns the newest organization with the given name. */
export type FindOrganization = (name: string) => OrganizationRecord | undefined;

/** Indexes organizations by name, for repeated look-ups. The index is temporary, because names can change. */
export const organizationsByName = (world: World): FindOrganization => {
  let byName: Map<string, OrganizationRecord> | undefined;
  return (name) => {
    byName ??= new Map([...world.records(organizationRecords).organizations.values()].map((each) => [each.name, each]));
    return byName.get(name);
  };
};

/** Creates an organization with its owner and its wallet. */
export const createOrganization = (world: World, name: string, ownerId: string): OrganizationRecord => {
  const organization: OrganizationRecord = { id: world.id(), name, members: new Map() };
  world.records(organizationRecords).organizations.set(organization.id, organization);
  addMember(world, organization, ownerId, 'OWNER');
  openWallet(world, { entityType: 'organization', entityId: organization.id, purpose: 'operating' });
  return organization;
};

export const addMember = (world: World, organization: OrganizationRecord, userId: string, role: OrganizationRole): MembershipRecord => {
  const { memberships } = world.records(organizationRecords);
  const own = memberships.get(userId) ?? new Map<string, OrganizationRecord>();
  memberships.set(userId, own.set(organization.id, organization));
  const membership: MembershipRecord = { id: world.id(), userId, role, createdAt: world.timestamp() };
  organization.members.set(userId, membership);
  return membership;
};

export const removeMember = (world: World, organization: OrganizationRecord, userId: string): void => {
  organization.members.delete(userId);
  world.records(organizationRecords).memberships.get(userId)?.delete(organization.id);
};

/** Returns a user's organizations, oldest first. */
export const organizationsOf = (world: World, userId: string): OrganizationRecord[] => {
  const { organizations, memberships } = world.records(organizationRecords);
  return organizations.inOrder(memberships.get(userId)?.values() ?? []);
};

export const countOrganizations = (world: World, userId: string): number =>
  world.records(organizationRecords).memberships.get(userId)?.size ?? 0;

/** Removes the invitations to an e-mail address for which `isOver` returns true. */
export const endInvitations = (world: World, email: string, isOver: (invitation: InvitationRecord) => boolean): void => {
  const { invitations } = world.records(organizationRecords);
  for (const { id } of invitationsTo(world, email).filter(isOver)) invitations.delete(id);
};

export const invitationsTo = (world: World, email: string): readonly InvitationRecord[] =>
  world.records(organizationRecords).invitations.by('address', addressKey(email));
