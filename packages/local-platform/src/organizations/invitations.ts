import type { Invitation, InvitationRole } from '@platform-sdk/organizations';
import { addressKey, isEmail } from '../addresses.ts';
import { refuse } from '../refusal.ts';
import type { Call } from '../service.ts';
import type { World } from '../world.ts';
import { invitationsTo, organizationRecords, type InvitationRecord, type OrganizationRecord } from './records.ts';

/** Sends a new invitation. */
export const invite = ({ world, user }: Call, organization: OrganizationRecord, email: string, orgRole: InvitationRole): Invitation => {
  if (!isEmail(email)) refuse(422, 'INVALID_EMAIL', 'The e-mail address is not valid.', { field: 'email' });
  if (invitationsTo(world, email).some(({ organizationId }) => organizationId === organization.id)) {
    refuse(422, 'ALREADY_INVITED', 'This e-mail address has a pending invitation.', { field: 'email' });
  }
  const at = world.timestamp();
  const invitation: InvitationRecord = {
    id: world.id(),
    type: 'membershipInvitation',
    organizationId: organization.id,
    email,
    orgRole,
    projectRole: null,
    projectId: null,
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
  { id: invitationId, email: to, orgRole }: InvitationRecord,
  { name }: OrganizationRecord,
): void =>
  world.inbox.send({
    channel: 'email',
    to,
    kind: 'invitation',
    text: `You are invited to ${name} as ${orgRole}.`,
    at: world.timestamp(),
    invitationId,
  });

/** A pending invitation of an organization. */
export const invitationIn = (world: World, { id }: OrganizationRecord, invitationId: string): InvitationRecord => {
  const found = world.records(organizationRecords).invitations.get(invitationId);
  return found?.organizationId === id ? found : refuse(404, 'NOT_FOUND', 'There is no such pending invitation.');
};

/** A pending invitation of the caller. */
export const ownInvitation = ({ world, user }: Call, invitationId: string): InvitationRecord => {
  const found = world.records(organizationRecords).invitations.get(invitationId);
  return found && addressKey(found.email) === addressKey(user.username)
    ? found
    : refuse(404, 'NOT_FOUND', 'There is no such pending invitation.');
};

/** An invitation as its organization sees it. */
export const listed = ({ organizationId: _, ...invitation }: InvitationRecord): Invitation => invitation;
