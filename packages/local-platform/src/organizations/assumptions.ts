import type { Assumption } from '../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Organization ids', choice: 'UUIDs; project ids are whole numbers in a string.' },
  { topic: 'Strangers', choice: 'An organization that the caller is no member of is 404 NOT_FOUND, as if it did not exist.' },
  {
    topic: 'Permissions',
    choice:
      'Every member reads; owners and admins rename, add, invite, change roles and remove. Too low a role is 403 INSUFFICIENT_PERMISSIONS.',
  },
  { topic: '`meta.can`', choice: 'Nested. `organization.manageSettings` for owners and admins, `project.create` for all but viewers.' },
  {
    topic: 'Order of the role refusals',
    choice:
      'CANNOT_CHANGE_OWN_ROLE (422), then a caller below admin or an admin making an owner (403), then the last owner (INVALID_ROLE_TRANSITION, 422), then an admin changing an owner (403).',
  },
  {
    topic: 'Removing members',
    choice:
      'Everybody can leave; an admin cannot remove an owner (403); the last owner stays (422 INVALID_ROLE_TRANSITION). Roles and denials in the projects end with the membership, project-only places stay.',
  },
  { topic: 'Granting ownership', choice: 'Adding or inviting an owner takes an owner, as promoting one does.' },
  {
    topic: 'New organization',
    choice:
      'Its creator is its OWNER; its wallet has the purpose `operating`, the currency `CREDITS` and a balance of 0; it has no project.',
  },
  {
    topic: 'Includes of the list',
    choice: 'Users and projects, in `included` with `relationships`. A user there has no role, because one user can have several.',
  },
  { topic: 'Memberships', choice: 'Resources of type `organization_memberships` with `userId`, `organizationId`, `role` and `createdAt`.' },
  {
    topic: 'add_user',
    choice:
      'A member already is 422 ALREADY_MEMBER. A pending invitation of the added user ends. Without such a user the answer is the invitation.',
  },
  {
    topic: 'Inviting',
    choice:
      'An account, member or not, is 422 `redirect_to_add_member` (the code of the error); a second pending invitation is 422 ALREADY_INVITED.',
  },
  {
    topic: 'Accepting as a member',
    choice:
      'An invitation to the organization changes the role of who has joined meanwhile, one to a project does not. It never takes the last owner away (422 INVALID_ROLE_TRANSITION).',
  },
  { topic: 'Existing user', choice: 'Any registered account, activated or not.' },
  { topic: 'Invitations', choice: 'They do not expire. Accepted, rejected and cancelled ones are gone: 404 NOT_FOUND.' },
  { topic: 'Answers without a documented body', choice: 'An empty object with 200.' },
];
