import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Access to projects',
    choice:
      'Every member of the organization has access, with the role there. A project can set another role, deny the access or remove the member. A project-only member needs no membership of the organization. For strangers a project is 404 NOT_FOUND; for denied users it is 403 ACCESS_DENIED.',
  },
  {
    topic: 'Permissions in projects',
    choice:
      'All users with access read; members and higher change keys and read the key pair; owners and admins do the rest. Too low a role is 403 INSUFFICIENT_PERMISSIONS.',
  },
  { topic: 'New project', choice: 'All roles but viewers create one. Its creator is its OWNER.' },
  {
    topic: 'Default project',
    choice: 'The first of an organization. When it is removed, the oldest remaining one becomes the default.',
  },
  {
    topic: 'Removing a project',
    choice:
      'Its keys, traces, agent passes and invitations are removed too. Its wallets stay: members of the organization see them, owners and admins spend from them.',
  },
  {
    topic: 'Order of projects',
    choice:
      '`name` by character, `alphabetical` without case, both ascending; times and counts descending. `recent_activity` is the last change in the project. The order of creation is the default, and decides between equals.',
  },
  {
    topic: 'Filters of projects',
    choice:
      '`created_after` and `created_before` are exclusive, the member counts inclusive. Agent passes count as tools; notebooks are only seeded.',
  },
  {
    topic: 'Key pairs',
    choice: "`meta.secrets` is the project's own pair, not that of an API key. Both open its analytics.",
  },
  {
    topic: 'API keys',
    choice: 'A past expiration is 422 INVALID_EXPIRATION. `encryptedSecretKey` is AES-GCM under a key that is discarded.',
  },
  {
    topic: 'LLM API keys',
    choice: 'Only the last four characters of a key of at least twelve are kept. One provider can have several keys.',
  },
  {
    topic: 'Adding to a project',
    choice:
      'Users outside the organization get the organization role; members keep their roles. Only an admin of the organization adds users from outside. A user with a project role is 422 ALREADY_MEMBER. A pending invitation to the project ends, and one to the organization if the user joins it.',
  },
  {
    topic: 'Removing from a project',
    choice:
      'A member of the organization stays its member, without access to the project until added again. The last owner stays (422 INVALID_ROLE_TRANSITION).',
  },
  {
    topic: 'Denial',
    choice:
      "Users cannot deny themselves (422 CANNOT_DENY_OWN_ACCESS), the last owner, or a role above their own. Restoring a user who was not denied is 404. A denied user loses the project and everything in it, also in the organization's lists: keys, agent passes, activity and wallets. Pending invitations to the project end.",
  },
  {
    topic: 'Restoring access',
    choice: "Without a role, the user's role at the time of the denial is restored. Only an owner restores an owner.",
  },
  {
    topic: 'Project invitations',
    choice:
      'Listed with those of the organization too, and accepted in the same way. Without `projectOnly` they also give the organization role, `member` by default. One pending invitation for each project and address.',
  },
];
