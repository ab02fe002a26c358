import type { OrganizationInvitationRole, OrganizationRole } from '@platform-sdk/organizations';
import { refuse } from '../../errors/refusal.ts';
import type { Call } from '../../routing/service.ts';
import { organizationRecords, type MembershipRecord, type OrganizationRecord } from './records.ts';

/** The caller's membership of an organization. */
export interface Place {
  readonly organization: OrganizationRecord;
  /** The caller's own. */
  readonly membership: MembershipRecord;
}

const RANKS: Readonly<Record<OrganizationRole, number>> = { OWNER: 3, ADMIN: 2, MEMBER: 1, VIEWER: 0 };

export const isAtLeast = (role: OrganizationRole, least: OrganizationRole): boolean => RANKS[role] >= RANKS[least];

/** The member role that an invitation gives. */
export const memberRole = (role: string): OrganizationRole => role.toUpperCase() as OrganizationRole;

/** The invitation that will give a member role. */
export const invitationRole = (role: OrganizationRole): OrganizationInvitationRole => role.toLowerCase() as OrganizationInvitationRole;

/** Returns an organization to its members. To all others it does not exist. */
export const asMember = ({ world, user }: Call, organizationId: string): Place => {
  const organization = world.records(organizationRecords).organizations.get(organizationId);
  const membership = organization?.members.get(user.id);
  return organization && membership ? { organization, membership } : refuse(404, 'NOT_FOUND', 'There is no such organization.');
};

/** Returns an organization to a caller who may change it. Only an owner makes an owner. */
export const asAdmin = (call: Call, organizationId: string, granted: OrganizationRole = 'VIEWER'): Place => {
  const place = asMember(call, organizationId);
  const { role } = place.membership;
  return isAtLeast(role, 'ADMIN') && isAtLeast(role, granted)
    ? place
    : refuse(403, 'INSUFFICIENT_PERMISSIONS', 'Your role does not allow this.');
};

export const memberIn = ({ members }: OrganizationRecord, userId: string): MembershipRecord =>
  members.get(userId) ?? refuse(404, 'NOT_FOUND', 'There is no such member.');

/** Returns the first owner of an organization, apart from a user if one is given. */
export const ownerOf = ({ members }: OrganizationRecord, apartFrom?: string): MembershipRecord | undefined => {
  for (const member of members.values()) if (member.role === 'OWNER' && member.userId !== apartFrom) return member;
  return undefined;
};

/** Rejects a change that leaves an organization without an owner. */
export const keepOwner = (organization: OrganizationRecord, { role, userId }: MembershipRecord): void => {
  if (role === 'OWNER' && !ownerOf(organization, userId))
    refuse(422, 'INVALID_ROLE_TRANSITION', 'The last owner has to transfer the ownership first.');
};

/** Changes the role of a member. The last owner keeps the role. */
export const changeRole = (organization: OrganizationRecord, membership: MembershipRecord, role: OrganizationRole): void => {
  if (role !== 'OWNER') keepOwner(organization, membership);
  membership.role = role;
};
