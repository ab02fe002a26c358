/**
 * A cache of the browser or of a framework, such as Next's, knows nothing of users. Workers with a compatibility date before November 2024
 * throw where `cache` is set, and have no such property.
 */
export const uncached = (): { readonly cache?: 'no-store' } => ('cache' in Request.prototype ? { cache: 'no-store' } : {});
