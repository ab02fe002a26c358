import type { OrganizationMember, Organization, PendingInvitation } from '@platform-sdk/organizations';
import { accountRecords, emailOf } from '../world/accounts.ts';
import { roleIn } from '../projects/access.ts';
import { projectsIn } from '../projects/records.ts';
import type { Call } from '../routing/service.ts';
import type { World } from '../world/state.ts';
import { organizationRecords, type InvitationRecord, type MembershipRecord, type OrganizationRecord } from './records.ts';
import { isAtLeast, type Place } from './roles.ts';

/** An organization as its caller sees it. */
export const organizationResource = ({ organization: { id, name }, membership: { role } }: Place): Organization => ({
  id,
  name,
  currentUserRole: role,
  meta: { can: { organization: { manageSettings: isAtLeast(role, 'ADMIN') }, project: { create: isAtLeast(role, 'MEMBER') } } },
});

/** A user without a role: in a list of organizations one user has several. */
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

/** The projects of an organization that the caller sees. */
export const projectResources = ({ world, user, list }: Call, organizationId: string): NonNullable<Organization['projects']> =>
  list(projectsIn(world, organizationId), (project) => {
    if (!roleIn(world, project, user.id)) return undefined;
    const { id, name, is_default } = project;
    return { id, type: 'project', name, is_default };
  });

export const membershipResources = (
  { list }: Call,
  { id: organizationId, members }: OrganizationRecord,
): NonNullable<Organization['organization_memberships']> =>
  list([...members.values()], (membership) => ({ ...membership, type: 'organization_memberships', organizationId }));

/** An invitation as the invited user sees it. */
export const pendingInvitation = (world: World, { organizationId, ...invitation }: InvitationRecord): PendingInvitation => {
  const organization = world.records(organizationRecords).organizations.get(organizationId);
  return { ...invitation, ...(organization && { organizationName: organization.name }), status: 'pending' };
};
