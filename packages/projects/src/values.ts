/** The roles of members, from the highest to the lowest. */
export const PROJECT_ROLES = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const;

/** The roles of invitations, from the highest to the lowest. */
export const PROJECT_INVITATION_ROLES = ['owner', 'admin', 'member', 'viewer'] as const;

/** The related resources that `projects.get` can include. */
export const PROJECT_INCLUDES = ['users', 'apiKeys', 'llmApiKeys', 'agentPasses'] as const;

/** The possible orders of a list of projects. */
export const PROJECT_SORTS = [
  'name',
  'created_at',
  'updated_at',
  'alphabetical',
  'members_count',
  'tools_count',
  'notebooks_count',
  'recent_activity',
] as const;
