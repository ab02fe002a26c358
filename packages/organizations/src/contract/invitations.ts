import {
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
import type { OrganizationInvitationReference, OrganizationInvitationUpdateInput, OrganizationInvitationCreateInput } from '../types.ts';
import { inOrganization, invitation, invitationNames, invitationRole, sentInvitationNames } from './schemas.ts';

const one = object<OrganizationInvitationReference>({ organizationId: string, invitationId: string });

/** Sends an invitation. If the address already has an account, the service responds with 422 `redirect_to_add_member`. To add the user in that case, call `organizations.invite`. Returns undefined if the response does not contain the invitation. */
export const create = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/invitations',
  credentials: 'user',
  input: object<OrganizationInvitationCreateInput>({ organizationId: string, email: nonEmptyString, orgRole: optional(invitationRole) }),
  body: envelope('membershipInvitation'),
  output: optional(document(invitation)),
  retry: 'non-idempotent',
  invalidates: ['/organizations/{organizationId}/invitations'],
  errors: [403, 422, 'redirect_to_add_member'],
  undocumented: sentInvitationNames,
});

/** Lists an organization's pending invitations. */
export const list = operation({
  method: 'GET',
  path: '/organizations/{organizationId}/invitations',
  credentials: 'user',
  input: inOrganization,
  output: collection(invitation),
  retry: 'safe',
  undocumented: invitationNames,
});

/** Resends a pending invitation's e-mail. */
export const resend = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/invitations/{invitationId}/resend',
  credentials: 'user',
  input: one,
  output: noContent,
  retry: 'non-idempotent',
  invalidates: [],
  errors: [404],
});

/** Cancels a pending invitation. */
export const remove = operation({
  method: 'DELETE',
  path: '/organizations/{organizationId}/invitations/{invitationId}',
  credentials: 'user',
  input: one,
  output: noContent,
  retry: 'idempotent',
  // The list of a project or of the caller may also contain the invitation.
  invalidates: ['/organizations/{organizationId}', '/me/pending_invitations'],
  errors: [404],
});

/** Changes the role of a pending invitation. Returns undefined if the response does not contain the invitation. */
export const update = operation({
  method: 'PATCH',
  path: '/organizations/{organizationId}/invitations/{invitationId}',
  credentials: 'user',
  input: object<OrganizationInvitationUpdateInput>({ organizationId: string, invitationId: string, orgRole: invitationRole }),
  body: envelope('membershipInvitation'),
  output: optional(document(invitation)),
  retry: 'idempotent',
  // The list of a project or of the caller may also contain the invitation.
  invalidates: ['/organizations/{organizationId}', '/me/pending_invitations'],
  errors: [404],
  undocumented: { 'data.type': 'convention', ...invitationNames },
});
