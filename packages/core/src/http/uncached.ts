/**
 * A cache of the browser or of a framework, such as Next's, does not separate users. Workers with a compatibility date before November 2024
 * throw if `cache` is set, and lack the property.
 */
export const uncached = (): { readonly cache?: 'no-store' } => ('cache' in Request.prototype ? { cache: 'no-store' } : {});
