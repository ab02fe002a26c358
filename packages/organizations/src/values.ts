/** The roles of members, from the highest to the lowest. */
export const ORGANIZATION_ROLES = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const;

/** The roles that an invitation gives, from the highest to the lowest. */
export const ORGANIZATION_INVITATION_ROLES = ['owner', 'admin', 'member', 'viewer'] as const;

/** The related resources that an organization's detail can contain. */
export const ORGANIZATION_INCLUDES = ['users', 'projects', 'organization_memberships'] as const;
