import type { Invitation, Role } from '@platform-sdk/organizations';
import type { World } from '../world.ts';
import { openWallet } from '../wallets/records.ts';
import { addressKey } from '../addresses.ts';

/** An organization. */
export interface OrganizationRecord {
  readonly id: string;
  name: string;
  /** By the user's id. */
  readonly members: Map<string, MembershipRecord>;
}

/** A user's place in an organization. */
export interface MembershipRecord {
  readonly id: string;
  readonly userId: string;
  role: Role;
  readonly createdAt: string;
}

/** An invitation to an organization; it is dropped when it is answered or cancelled. */
export interface InvitationRecord extends Invitation {
  readonly organizationId: string;
}

export const organizationRecords = () => ({
  organizations: new Map<string, OrganizationRecord>(),
  invitations: new Map<string, InvitationRecord>(),
});

/** Creates an organization with its owner and its wallet. */
export const createOrganization = (world: World, name: string, ownerId: string): OrganizationRecord => {
  const organization: OrganizationRecord = { id: world.id(), name, members: new Map() };
  world.records(organizationRecords).organizations.set(organization.id, organization);
  addMember(world, organization, ownerId, 'OWNER');
  openWallet(world, { entityType: 'organization', entityId: organization.id, purpose: 'operating' });
  return organization;
};

export const addMember = (world: World, { members }: OrganizationRecord, userId: string, role: Role): MembershipRecord => {
  const membership: MembershipRecord = { id: world.id(), userId, role, createdAt: world.timestamp() };
  members.set(userId, membership);
  return membership;
};

/** Drops those invitations of an e-mail address that something has overtaken. */
export const endInvitations = (world: World, email: string, isOver: (invitation: InvitationRecord) => boolean): void => {
  for (const invitation of invitationsTo(world, email)) {
    if (isOver(invitation)) world.records(organizationRecords).invitations.delete(invitation.id);
  }
};

/** Invitations that an e-mail address was sent. */
export const invitationsTo = (world: World, email: string): InvitationRecord[] =>
  [...world.records(organizationRecords).invitations.values()].filter((invitation) => addressKey(invitation.email) === addressKey(email));
