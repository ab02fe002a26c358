import type { Assumption } from '../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Access to projects',
    choice:
      'Every member of the organization, with the role they have there, unless the project gives another role, denied them or removed them. A project-only member needs no place in the organization. To a stranger a project is 404 NOT_FOUND; to one who was denied it is 403 ACCESS_DENIED.',
  },
  {
    topic: 'Permissions in projects',
    choice:
      'Everybody with access reads; members and higher change keys and read the key pair; owners and admins do the rest. Too low a role is 403 INSUFFICIENT_PERMISSIONS.',
  },
  { topic: 'New project', choice: 'All but viewers create one; its creator is its OWNER.' },
  {
    topic: 'Default project',
    choice: 'The first of an organization. When it is removed, the oldest that is left becomes the default one.',
  },
  { topic: 'Removing a project', choice: 'Its keys, traces, agent passes and invitations go with it; its wallets stay.' },
  {
    topic: 'Order of projects',
    choice:
      '`name` by character, `alphabetical` without case, both upwards; times and counts downwards; `recent_activity` is the last change in the project. Without `sort`, and where they are equal, in the order of creation.',
  },
  {
    topic: 'Filters of projects',
    choice:
      '`created_after` and `created_before` leave their own moment out, the member counts include theirs. Agent passes count as tools; notebooks are only seeded.',
  },
  {
    topic: 'Key pairs',
    choice: "`meta.secrets` is the project's own pair, not that of an API key. Both open its analytics.",
  },
  {
    topic: 'API keys',
    choice: 'An expiration that has passed is 422 INVALID_EXPIRATION. `encryptedSecretKey` is AES-GCM under a key that nobody has.',
  },
  {
    topic: 'LLM API keys',
    choice: 'Only the last four characters of a key of at least twelve are kept; several keys of one provider are fine.',
  },
  {
    topic: 'Adding to a project',
    choice:
      'The organization role is given to those who are not in the organization; who are keep theirs. It takes an admin of the organization to bring somebody into it. Who has a role of their own in the project is 422 ALREADY_MEMBER. A pending invitation to the project ends, and one to the organization if the user joins it.',
  },
  {
    topic: 'Removing from a project',
    choice:
      'A member of the organization stays there, without access to the project until added again. The last owner stays (422 INVALID_ROLE_TRANSITION).',
  },
  {
    topic: 'Denial',
    choice:
      'Nobody denies themselves (422 CANNOT_DENY_OWN_ACCESS), the last owner, or a role above their own. Who was not denied cannot be restored (404). Out of reach are the project and all that belongs to it, in the listings of the organization too: keys, agent passes, activity and wallets. Pending invitations to the project end.',
  },
  {
    topic: 'Restoring access',
    choice: 'Without a role it gives the one that the user had when access was denied; to make an owner again takes an owner.',
  },
  {
    topic: 'Project invitations',
    choice:
      'Listed with those of the organization too, and accepted in the same way. Without `projectOnly` they also give the organization role, `member` by default. One pending invitation for each project and address.',
  },
];
