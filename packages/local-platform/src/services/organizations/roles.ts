import type { OrganizationInvitationRole, OrganizationRole } from '@platform-sdk/organizations';
import { refuse } from '../../errors/refusal.ts';
import type { Call } from '../../routing/service.ts';
import { organizationRecords, type MembershipRecord, type OrganizationRecord } from './records.ts';

/** An organization, and the caller's membership in it. */
export interface Place {
  readonly organization: OrganizationRecord;
  readonly membership: MembershipRecord;
}

const RANKS: Readonly<Record<OrganizationRole, number>> = { OWNER: 3, ADMIN: 2, MEMBER: 1, VIEWER: 0 };

export const isAtLeast = (role: OrganizationRole, least: OrganizationRole): boolean => RANKS[role] >= RANKS[least];

/** Converts an invitation's role to a member's role. */
export const memberRole = (role: string): OrganizationRole => role.toUpperCase() as OrganizationRole;

/** Converts a member's role to an invitation's role. */
export const invitationRole = (role: OrganizationRole): OrganizationInvitationRole => role.toLowerCase() as OrganizationInvitationRole;

/** Returns an organization if the caller is a member. Otherwise throws 404. */
export const asMember = ({ world, user }: Call, organizationId: string): Place => {
  const organization = world.records(organizationRecords).organizations.get(organizationId);
  const membership = organization?.members.get(user.id);
  return organization && membership ? { organization, membership } : refuse(404, 'NOT_FOUND', 'There is no such organization.');
};

/** Returns an organization if the caller may change it. Otherwise throws. Only owners may grant the role of an owner. */
export const asAdmin = (call: Call, organizationId: string, granted: OrganizationRole = 'VIEWER'): Place => {
  const place = asMember(call, organizationId);
  const { role } = place.membership;
  return isAtLeast(role, 'ADMIN') && isAtLeast(role, granted)
    ? place
    : refuse(403, 'INSUFFICIENT_PERMISSIONS', 'Your role does not allow this.');
};

export const memberIn = ({ members }: OrganizationRecord, userId: string): MembershipRecord =>
  members.get(userId) ?? refuse(404, 'NOT_FOUND', 'There is no such member.');

/** Returns the first owner of an organization, ignoring the user `apartFrom`. */
export const ownerOf = ({ members }: OrganizationRecord, apartFrom?: string): MembershipRecord | undefined => {
  for (const member of members.values()) if (member.role === 'OWNER' && member.userId !== apartFrom) return member;
  return undefined;
};

/** Throws if an organization would lose its last owner. */
export const keepOwner = (organization: OrganizationRecord, { role, userId }: MembershipRecord): void => {
  if (role === 'OWNER' && !ownerOf(organization, userId))
    refuse(422, 'INVALID_ROLE_TRANSITION', 'The last owner has to transfer the ownership first.');
};

/** Changes the role of a member. Throws if the last owner would lose the role. */
export const changeRole = (organization: OrganizationRecord, membership: MembershipRecord, role: OrganizationRole): void => {
  if (role !== 'OWNER') keepOwner(organization, membership);
  membership.role = role;
};
