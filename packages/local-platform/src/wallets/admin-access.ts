/** The token that `Admin-Access` has to carry. */
export const localAdminAccess = 'local-admin-access';
