import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Agent passes',
    choice: 'Resources of type `agentPass`; `assetType` is `studio_tool`. `entityId` must be the project of the path.',
  },
  {
    topic: 'Permissions for passes',
    choice:
      'Users with access to the project see its passes and their activity. Viewers cannot change passes (403 INSUFFICIENT_PERMISSIONS).',
  },
  { topic: 'Filters of passes', choice: '`search` ignores case. A pass must match all `tags`.' },
  {
    topic: 'States of a pass',
    choice:
      'Revoking a revoked pass and activating an active one change nothing. A revoked pass keeps its key, but rotating the key is 422 AGENT_PASS_REVOKED.',
  },
  {
    topic: 'Agents',
    choice:
      "Any request may have two agent headers: `X-Agent-Secret-Token` is the key of a pass, `X-Agent-User-Id` any id. They are sent in addition to the other credentials of the operation. A key that is unknown, replaced, revoked or expired is 403; the user's session stays valid.",
  },
  {
    topic: 'Activity',
    choice:
      'Every completed request with both headers adds an entry for its user id. Failures count too, unless the key is unknown. The type is `token_generation` for sign-in and refresh, `error` from status 400 on, else `api_request`. Entries outlive the pass.',
  },
  {
    topic: 'Visible activity',
    choice:
      'Callers see the activity in their projects, and in removed projects of their organizations. The list for an unknown `agent_user_id` is empty.',
  },
  {
    topic: 'Filters of activity',
    choice:
      'Both dates are inclusive. A date without a time means the whole day. `endpoint` is the whole path. An unknown `sort_by` is 422 UNKNOWN_FIELD.',
  },
  {
    topic: 'Metrics',
    choice:
      'Computed from all entries of the period. The 95th percentile is the nearest rank, or 0 without requests. The list `groups` has one object for each hour, day or week (from Monday, UTC) with requests.',
  },
  { topic: 'Export', choice: 'All entries, oldest first. CSV follows RFC 4180, with a header row.' },
];
