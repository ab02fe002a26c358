import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Access to projects',
    choice:
      'Every member of the organization has access with their organization role. A project can set another role, deny access or remove the member. A project-only member is not a member of the organization. Other users get 404 NOT_FOUND; denied users get 403 ACCESS_DENIED.',
  },
  {
    topic: 'Permissions in projects',
    choice:
      'All users with access can read. Members and higher roles can change keys and read the key pair. Owners and admins can do everything else. Too low a role is 403 INSUFFICIENT_PERMISSIONS.',
  },
  { topic: 'New project', choice: 'All roles except viewers can create a project. The creator becomes its OWNER.' },
  {
    topic: 'Default project',
    choice: 'The first project of an organization. If it is removed, the oldest remaining project becomes the default.',
  },
  {
    topic: 'Removing a project',
    choice:
      'Its keys, traces, agent passes and invitations are removed too. Its wallets stay. Members of the organization see them; owners and admins can spend from them.',
  },
  {
    topic: 'Order of projects',
    choice:
      '`name` by character, `alphabetical` without case, both ascending; times and counts descending. `recent_activity` is the last change in the project. The default is the order of creation, which also applies to equal values.',
  },
  {
    topic: 'Filters of projects',
    choice:
      '`created_after` and `created_before` are exclusive; the member counts are inclusive. Agent passes count as tools. Notebooks come only from `seed`.',
  },
  {
    topic: 'Key pairs',
    choice: "`meta.secrets` is the project's own key pair, not an API key. Both give access to its analytics.",
  },
  {
    topic: 'API keys',
    choice: 'A past expiration is 422 INVALID_EXPIRATION. `encryptedSecretKey` is AES-GCM under a key that is discarded.',
  },
  {
    topic: 'LLM API keys',
    choice: 'Only the last four characters are stored, and only if the key has at least twelve. One provider can have several keys.',
  },
  {
    topic: 'Adding to a project',
    choice:
      'Users outside the organization get the organization role; members keep their roles. Only an admin of the organization can add outside users. A user with a project role is 422 ALREADY_MEMBER. A pending invitation to the project is removed, and also an invitation to the organization if the user joins it.',
  },
  {
    topic: 'Removing from a project',
    choice:
      'The user stays a member of the organization, but has no access to the project until added again. The last owner cannot be removed (422 INVALID_ROLE_TRANSITION).',
  },
  {
    topic: 'Denial',
    choice:
      "Users cannot deny themselves (422 CANNOT_DENY_OWN_ACCESS), the last owner, or a role above their own. Restoring a user who was not denied is 404. A denied user cannot see the project's keys, agent passes, activity and wallets, not even in lists of the organization. Pending invitations to the project are removed.",
  },
  {
    topic: 'Restoring access',
    choice: "Without a role, the user's role at the time of the denial is restored. Only an owner can restore an owner.",
  },
  {
    topic: 'Project invitations',
    choice:
      'The list of the organization contains them too, and they are accepted in the same way. Without `projectOnly`, they also grant the organization role (default: `member`). Each address can have one pending invitation for each project.',
  },
];
