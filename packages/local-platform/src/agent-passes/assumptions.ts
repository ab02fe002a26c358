import type { Assumption } from '../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Agent passes',
    choice: 'Resources of type `agentPass`; `assetType` is `studio_tool`. `entityId` must be the project of the path.',
  },
  {
    topic: 'Who may',
    choice: 'Whoever sees the project sees its passes and their activity; its viewers change none (403 INSUFFICIENT_PERMISSIONS).',
  },
  { topic: 'Filters of passes', choice: '`search` without case; with several `tags` a pass must have all of them.' },
  {
    topic: 'States of a pass',
    choice:
      'Revoking a revoked pass and activating an active one change nothing. A revoked pass keeps its key; rotating it is 422 AGENT_PASS_REVOKED.',
  },
  {
    topic: 'Agents',
    choice:
      'Any request may carry the pair: `X-Agent-Secret-Token` is the key of a pass, `X-Agent-User-Id` any id. It goes beside the other credentials of the operation, not in their place. A key that is unknown, replaced, revoked or expired is 403: the session of the user is as good as before.',
  },
  {
    topic: 'Activity',
    choice:
      'Every answered request with the pair is an entry of its user id, a failure too unless its key is unknown: `token_generation` for sign-in and refresh, `error` from status 400 on, else `api_request`. Entries outlive the pass.',
  },
  {
    topic: 'Activity of whom',
    choice:
      'Of the projects that the caller sees, and of projects that are gone from their organizations; for an unknown `agent_user_id` there is none.',
  },
  {
    topic: 'Filters of activity',
    choice: 'Dates include both ends, a bare day as a whole. `endpoint` is the whole path. An unknown `sort_by` is 422 UNKNOWN_FIELD.',
  },
  {
    topic: 'Metrics',
    choice:
      'Over all entries of the period; the 95th percentile is the nearest rank; 0 without requests. `groups` has one object per hour, day or week (from Monday, UTC) with requests.',
  },
  { topic: 'Export', choice: 'All entries, oldest first. CSV as RFC 4180 has it, with a header row.' },
];
