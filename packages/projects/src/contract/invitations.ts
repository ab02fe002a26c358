import {
  boolean,
  collection,
  document,
  envelope,
  nonEmptyString,
  noContent,
  object,
  operation,
  optional,
  string,
} from '@platform-sdk/core/contract';
import type { ProjectInvitationReference, ProjectInvitationCreateInput } from '../types.ts';
import { inProject, invitation, invitationNames, invitationRole, offerNames, place } from './schemas.ts';

const one = object<ProjectInvitationReference>({ ...place, invitationId: string });

/** Sends an invitation to a project. If the address already has an account, the service responds with 422 `redirect_to_add_member`: add the user instead. Returns undefined if the response does not contain the invitation. */
export const create = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects/{projectId}/invitations',
  credentials: 'user',
  input: object<ProjectInvitationCreateInput>({
    ...place,
    email: nonEmptyString,
    projectRole: optional(invitationRole),
    orgRole: optional(invitationRole),
    projectOnly: optional(boolean),
  }),
  body: envelope('membershipInvitation'),
  output: optional(document(invitation)),
  retry: 'non-idempotent',
  // The organization's list also contains the invitation.
  invalidates: ['/organizations/{organizationId}'],
  errors: [422, 'redirect_to_add_member'],
  undocumented: offerNames,
});

/** Lists a project's pending invitations. An empty response is an empty list. */
export const list = operation({
  method: 'GET',
  path: '/organizations/{organizationId}/projects/{projectId}/invitations',
  credentials: 'user',
  input: inProject,
  // The API specification documents no response, so an empty body is read as an empty list.
  output: { ...collection(invitation), optional: true },
  retry: 'safe',
  undocumented: invitationNames,
});

/** Resends a pending invitation's e-mail. */
export const resend = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects/{projectId}/invitations/{invitationId}/resend',
  credentials: 'user',
  input: one,
  output: noContent,
  retry: 'non-idempotent',
  // Resending counts as an activity of the project, and lists of projects can be sorted by activity.
  invalidates: ['/organizations/{organizationId}/projects'],
});

/** Cancels a pending invitation. */
export const remove = operation({
  method: 'DELETE',
  path: '/organizations/{organizationId}/projects/{projectId}/invitations/{invitationId}',
  credentials: 'user',
  input: one,
  output: noContent,
  retry: 'idempotent',
  invalidates: ['/organizations/{organizationId}', '/me/pending_invitations'],
});
