import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Settings', choice: "One set per user, for all of the user's clients: `client` has no effect." },
  { topic: 'New users', choice: 'Theme `light`, language `en`, the sidebar open, nothing selected (null), nothing pinned.' },
  {
    topic: 'Ids in settings',
    choice: 'An integer or a UUID, else 422 INVALID_INPUT. A selected organization or project need not exist.',
  },
  {
    topic: 'Pinned projects',
    choice:
      "`organization_id` is the organization's id, also a UUID; for strangers it is 404. A project outside the organization, or without access, is 422. Only the user sees them.",
  },
  { topic: 'Dashboard', choice: 'An object that counts the organizations. The API specification has no fields for it.' },
  { topic: 'Onboarding', choice: 'Any step is accepted and kept. No operation returns it.' },
];
