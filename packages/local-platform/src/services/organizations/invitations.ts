import type { OrganizationInvitation, OrganizationInvitationRole } from '@platform-sdk/organizations';
import { addressKey, isEmail } from '../../text/contact-addresses.ts';
import { projectRecords, type ProjectRecord } from '../projects/records.ts';
import { refuse } from '../../errors/refusal.ts';
import type { Call } from '../../routing/service.ts';
import type { World } from '../../world/state.ts';
import { invitationsTo, organizationRecords, type InvitationRecord, type OrganizationRecord } from './records.ts';

/** The roles that an invitation offers. Without `orgRole`, the invitation is only for the project. */
type Offer = Pick<InvitationRecord, 'email' | 'orgRole' | 'projectRole' | 'projectId'>;

/** Sends an invitation to an organization. */
export const invite = (
  call: Call,
  organization: OrganizationRecord,
  email: string,
  orgRole: OrganizationInvitationRole,
): OrganizationInvitation => offer(call, organization, { email, orgRole, projectRole: null, projectId: null });

/** Sends an invitation to a project. With `orgRole`, the invitation is also for the organization. */
export const inviteToProject = (
  call: Call,
  organization: OrganizationRecord,
  { id: projectId }: ProjectRecord,
  offered: Omit<Offer, 'projectId'>,
): OrganizationInvitation => offer(call, organization, { ...offered, projectId });

const offer = ({ world, user }: Call, organization: OrganizationRecord, offered: Offer): OrganizationInvitation => {
  const { email, projectId } = offered;
  if (!isEmail(email)) refuse(422, 'INVALID_EMAIL', 'The e-mail address is not valid.', { field: 'email' });
  if (invitationsTo(world, email).some((other) => other.organizationId === organization.id && other.projectId === projectId)) {
    refuse(422, 'ALREADY_INVITED', 'This e-mail address has a pending invitation.', { field: 'email' });
  }
  const at = world.timestamp();
  const invitation: InvitationRecord = {
    id: world.id(),
    type: 'membershipInvitation',
    organizationId: organization.id,
    ...offered,
    invitedByUserId: user.id,
    createdAt: at,
    updatedAt: at,
  };
  world.records(organizationRecords).invitations.set(invitation.id, invitation);
  sendInvitation(world, invitation, organization);
  return listed(invitation);
};

export const sendInvitation = (
  world: World,
  { id: invitationId, email: to, orgRole, projectRole, projectId }: InvitationRecord,
  { name }: OrganizationRecord,
): void => {
  const project = world.records(projectRecords).projects.get(projectId ?? '');
  const offered = project ? `the project ${project.name} of ${name} as ${projectRole}` : `${name} as ${orgRole}`;
  const text = `You are invited to ${offered}.`;
  world.inbox.send({ channel: 'email', to, kind: 'invitation', text, at: world.timestamp(), invitationId });
};

/** Returns a pending invitation of an organization. */
export const invitationIn = (world: World, { id }: OrganizationRecord, invitationId: string): InvitationRecord => {
  const found = world.records(organizationRecords).invitations.get(invitationId);
  return found?.organizationId === id ? found : refuse(404, 'NOT_FOUND', 'There is no such pending invitation.');
};

/** Returns a pending invitation that was sent to the caller's address. */
export const ownInvitation = ({ world, user }: Call, invitationId: string): InvitationRecord => {
  const found = world.records(organizationRecords).invitations.get(invitationId);
  return found && addressKey(found.email) === addressKey(user.username)
    ? found
    : refuse(404, 'NOT_FOUND', 'There is no such pending invitation.');
};

/** Returns an invitation as members of the organization see it. */
export const listed = ({ organizationId: _, ...invitation }: InvitationRecord): OrganizationInvitation => invitation;
