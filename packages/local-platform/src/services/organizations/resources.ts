import type { OrganizationMember, OrganizationRole, Organization, PendingInvitation } from '@platform-sdk/organizations';
import { accountRecords, emailOf } from '../../world/accounts.ts';
import { roleIn } from '../projects/access.ts';
import { projectsIn, projectsWithPlace } from '../projects/records.ts';
import type { Call } from '../../routing/service.ts';
import type { World } from '../../world/state.ts';
import { organizationRecords, organizationsOf, type InvitationRecord, type MembershipRecord, type OrganizationRecord } from './records.ts';
import { isAtLeast } from './roles.ts';

/** Returns the organizations in a user's list. The user is a member of each organization, or has a role in one of its projects. */
export const organizationsFor = (world: World, userId: string): readonly OrganizationRecord[] => {
  const { organizations } = world.records(organizationRecords);
  const entered = projectsWithPlace(world, userId).filter((project) => roleIn(world, project, userId));
  return [
    ...new Set([...organizationsOf(world, userId), ...entered.flatMap(({ organizationId }) => organizations.get(organizationId) ?? [])]),
  ];
};

/**
 * Returns a user's role in an organization, as the user's list shows it. Users with only project roles are viewers. Undefined for users
 * without access.
 */
export const listedRole = (world: World, { id, members }: OrganizationRecord, userId: string): OrganizationRole | undefined =>
  members.get(userId)?.role ?? (projectsIn(world, id).some((project) => roleIn(world, project, userId)) ? 'VIEWER' : undefined);

/** Returns an organization as the caller sees it. */
export const organizationResource = ({ id, name }: OrganizationRecord, role: OrganizationRole): Organization => ({
  id,
  name,
  currentUserRole: role,
  meta: { can: { organization: { manageSettings: isAtLeast(role, 'ADMIN') }, project: { create: isAtLeast(role, 'MEMBER') } } },
});

/** Returns a user without a role, because in a list of organizations a user can have several roles. */
export const userResource = (world: World, userId: string): OrganizationMember => {
  const account = world.records(accountRecords).accounts.get(userId);
  if (!account) return { id: userId };
  const { id, firstName, lastName, createdAt } = account;
  const email = emailOf(account);
  return { id, type: 'users', ...(email !== undefined && { email }), firstName, lastName, createdAt };
};

export const memberResource = (world: World, { userId, role, createdAt }: MembershipRecord): OrganizationMember => ({
  ...userResource(world, userId),
  role,
  createdAt,
});

/** Returns the projects of an organization that the caller may see. */
export const projectResources = ({ world, user }: Call, organizationId: string): NonNullable<Organization['projects']> =>
  projectsIn(world, organizationId).flatMap((project) => {
    if (!roleIn(world, project, user.id)) return [];
    const { id, name, is_default } = project;
    return { id, type: 'project', name, is_default };
  });

export const membershipResources = ({
  id: organizationId,
  members,
}: OrganizationRecord): NonNullable<Organization['organization_memberships']> =>
  [...members.values()].map((membership) => ({ ...membership, type: 'organization_memberships', organizationId }));

/** Returns an invitation as the invited user sees it. */
export const pendingInvitation = (world: World, { organizationId, ...invitation }: InvitationRecord): PendingInvitation => {
  const organization = world.records(organizationRecords).organizations.get(organizationId);
  return { ...invitation, ...(organization && { organizationName: organization.name }), status: 'pending' };
};
