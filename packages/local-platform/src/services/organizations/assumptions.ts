import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Organization ids', choice: 'UUIDs; project ids are whole numbers in a string.' },
  { topic: 'Strangers', choice: 'An organization is 404 NOT_FOUND for callers who are no members, as if it did not exist.' },
  {
    topic: 'Members of a project alone',
    choice:
      'The list of organizations and the sidebar show them its organization and their projects. There they are a VIEWER who may change nothing, and its only user. The organization itself is 404 NOT_FOUND.',
  },
  {
    topic: 'Permissions',
    choice:
      'Every member reads. Owners and admins rename, add, invite, change roles and remove. Too low a role is 403 INSUFFICIENT_PERMISSIONS.',
  },
  { topic: '`meta.can`', choice: 'Nested. `organization.manageSettings` for owners and admins, `project.create` for all but viewers.' },
  {
    topic: 'Order of role errors',
    choice:
      'First CANNOT_CHANGE_OWN_ROLE (422). Then a caller below admin, or an admin making an owner (403). Then the last owner (INVALID_ROLE_TRANSITION, 422). Then an admin changing an owner (403).',
  },
  {
    topic: 'Removing members',
    choice:
      'Every member can leave. An admin cannot remove an owner (403). The last owner stays (422 INVALID_ROLE_TRANSITION). Roles and denials in the projects end with the membership; project-only roles stay.',
  },
  { topic: 'Granting ownership', choice: 'Only an owner adds, invites or promotes an owner.' },
  {
    topic: 'New organization',
    choice:
      'Its creator is its OWNER. Its wallet has the purpose `operating`, the currency `CREDITS` and a balance of 0. It has no project.',
  },
  {
    topic: 'Includes of the list',
    choice: 'Users and projects, in `included` with `relationships`. A user there has no role, because one user can have several.',
  },
  { topic: 'Memberships', choice: 'Resources of type `organization_memberships` with `userId`, `organizationId`, `role` and `createdAt`.' },
  {
    topic: 'add_user',
    choice:
      'An existing member is 422 ALREADY_MEMBER. A pending invitation of the added user ends. For an unknown user the response is the invitation.',
  },
  {
    topic: 'Inviting',
    choice:
      'An account, member or not, is 422 `redirect_to_add_member` (the code of the error); a second pending invitation is 422 ALREADY_INVITED.',
  },
  {
    topic: 'Accepting as a member',
    choice:
      "Accepting an invitation to the organization changes a member's role; an invitation to a project does not. It never removes the last owner (422 INVALID_ROLE_TRANSITION).",
  },
  { topic: 'Existing user', choice: 'Any registered account, activated or not.' },
  { topic: 'Invitations', choice: 'They do not expire. Accepted, rejected and cancelled ones are removed: 404 NOT_FOUND.' },
  { topic: 'Responses without a documented body', choice: 'An empty object with 200.' },
];
