/** The roles of members, from the lowest to the highest. */
export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const;
