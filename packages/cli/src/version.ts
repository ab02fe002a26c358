/** The build replaces this name with the version. */
declare const PACKAGE_VERSION: string;

/** The version of this package, or `source` if it runs unbuilt. */
export const version: string = typeof PACKAGE_VERSION === 'undefined' ? 'source' : PACKAGE_VERSION;
