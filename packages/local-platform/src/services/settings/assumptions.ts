import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Settings', choice: 'All clients of a user share one set of settings. `client` has no effect.' },
  { topic: 'New users', choice: 'Theme `light`, language `en`, the sidebar open, nothing selected (null), nothing pinned.' },
  {
    topic: 'Ids in settings',
    choice: 'An integer or a UUID; anything else is 422 INVALID_INPUT. A selected organization or project need not exist.',
  },
  {
    topic: 'Pinned projects',
    choice:
      "`organization_id` is the organization's id, which may be a UUID. It is 404 for callers who are not members. A project of another organization, or without access, is 422. Pins are private to the user.",
  },
  { topic: 'Dashboard', choice: 'An object with the number of organizations. The API specification documents no fields.' },
  { topic: 'Onboarding', choice: 'Any step is accepted and stored. No operation returns it.' },
];
