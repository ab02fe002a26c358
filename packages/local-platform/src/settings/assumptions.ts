import type { Assumption } from '../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Settings', choice: "One set per user, which all of the user's clients share: `client` changes nothing." },
  { topic: 'New users', choice: 'Theme `light`, language `en`, the sidebar open, nothing selected (null), nothing pinned.' },
  {
    topic: 'Ids in settings',
    choice: 'An integer or a UUID, else 422 INVALID_INPUT. A selected organization or project need not exist.',
  },
  {
    topic: 'Pinned projects',
    choice:
      "`organization_id` is the organization's id, a UUID too; 404 for strangers; a project that is not the organization's, or out of reach, is 422. Only the user sees them.",
  },
  { topic: 'Dashboard', choice: 'An object that counts the organizations; the documents show no fields of it.' },
  { topic: 'Onboarding', choice: 'Any step is accepted and kept; no operation tells of it.' },
];
