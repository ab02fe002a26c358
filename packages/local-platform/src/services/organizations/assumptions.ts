import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Organization ids', choice: 'UUIDs; project ids are whole numbers in a string.' },
  { topic: 'Strangers', choice: 'For callers who are not members, an organization is 404 NOT_FOUND, as if it did not exist.' },
  {
    topic: 'Project-only members',
    choice:
      'Their list of organizations and their sidebar contain the organization and their projects. In them, they are a VIEWER and the only listed user. Reading the organization itself is 404 NOT_FOUND.',
  },
  {
    topic: 'Permissions',
    choice:
      'Every member can read. Owners and admins can rename the organization, and add, invite, change and remove members. Other roles get 403 INSUFFICIENT_PERMISSIONS.',
  },
  {
    topic: '`meta.can`',
    choice: 'A nested object. `organization.manageSettings` is true for owners and admins, `project.create` for all except viewers.',
  },
  {
    topic: 'Order of role errors',
    choice:
      'First: changing your own role (CANNOT_CHANGE_OWN_ROLE, 422). Second: a caller below admin, or an admin who grants ownership (403). Third: changing the last owner (INVALID_ROLE_TRANSITION, 422). Fourth: an admin who changes an owner (403).',
  },
  {
    topic: 'Removing members',
    choice:
      'Every member can leave. An admin cannot remove an owner (403). The last owner cannot leave (422 INVALID_ROLE_TRANSITION). When a membership ends, roles and denials in projects end too; project-only roles stay.',
  },
  { topic: 'Granting ownership', choice: 'Only an owner can add, invite or promote an owner.' },
  {
    topic: 'New organization',
    choice:
      'The creator becomes the OWNER. Its wallet starts with the purpose `operating`, the currency `CREDITS` and a balance of 0. It starts without projects.',
  },
  {
    topic: 'Includes of the list',
    choice: 'Users and projects, in `included` with `relationships`. Users are listed without a role, because one user can have several.',
  },
  { topic: 'Memberships', choice: 'Resources of type `organization_memberships` with `userId`, `organizationId`, `role` and `createdAt`.' },
  {
    topic: 'add_user',
    choice:
      'An existing member is 422 ALREADY_MEMBER. A pending invitation of the added user is removed. For an unknown user, the response is a new invitation.',
  },
  {
    topic: 'Inviting',
    choice:
      'Inviting a registered user, member or not, is 422 with the code `redirect_to_add_member`. A second pending invitation is 422 ALREADY_INVITED.',
  },
  {
    topic: 'Accepting as a member',
    choice:
      "Accepting an invitation to the organization changes a member's role; accepting an invitation to a project does not. The last owner keeps the role (422 INVALID_ROLE_TRANSITION).",
  },
  { topic: 'Existing user', choice: 'Any registered account, activated or not.' },
  { topic: 'Invitations', choice: 'Invitations do not expire. After they are accepted, rejected or cancelled, they are 404 NOT_FOUND.' },
  { topic: 'Responses without a documented body', choice: 'An empty object with 200.' },
];
