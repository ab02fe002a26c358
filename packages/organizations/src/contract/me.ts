import { collection, noContent, object, operation, string } from '@platform-sdk/core/contract';
import type { OwnInvitationReference } from '../types.ts';
import { pendingInvitation, pendingNames } from './schemas.ts';

const own = object<OwnInvitationReference>({ invitationId: string });

/** Lists the invitations that await the caller. */
export const pendingInvitations = operation({
  method: 'GET',
  path: '/me/pending_invitations',
  credentials: 'user',
  input: object<{}>({}),
  output: collection(pendingInvitation),
  retry: 'safe',
  undocumented: pendingNames,
});

/** Accepts an invitation. The caller becomes a member with the role of the invitation. */
export const acceptInvitation = operation({
  method: 'POST',
  path: '/me/accept_invitation/{invitationId}',
  credentials: 'user',
  input: own,
  output: noContent,
  retry: 'non-idempotent',
  // The caller now sees everything in the organization.
  invalidates: ['/me/pending_invitations', '/organizations', '/user_settings', '/wallets', '/wallet_transfers', '/oauth/agent/activity'],
  errors: [404],
});

/** Rejects an invitation. */
export const rejectInvitation = operation({
  method: 'DELETE',
  path: '/me/reject_invitation/{invitationId}',
  credentials: 'user',
  input: own,
  output: noContent,
  retry: 'idempotent',
  // The list of the organization's invitations, below `/organizations`, also contains the invitation.
  invalidates: ['/me/pending_invitations', '/organizations'],
  errors: [404],
});
