/** The roles of members, from the highest to the lowest. */
export const ORGANIZATION_ROLES = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const;

/** The roles of invitations, from the highest to the lowest. */
export const ORGANIZATION_INVITATION_ROLES = ['owner', 'admin', 'member', 'viewer'] as const;

/** The related resources that `organizations.get` can include. */
export const ORGANIZATION_INCLUDES = ['users', 'projects', 'organization_memberships'] as const;
