/** The version of the package, which the build inserts; undefined in the sources. */
declare const PACKAGE_VERSION: string;

interface Node {
  readonly process?: { readonly versions?: { readonly node?: string } };
}

/** The `User-Agent` of servers, such as `platform-sdk/1.2.3 node/24.1.0`; none where a page runs, whose browser has its own. */
export const userAgent = (): { readonly 'user-agent'?: string } => {
  const node = (globalThis as Node).process?.versions?.node;
  if (node === undefined || 'document' in globalThis) return {};
  const version = typeof PACKAGE_VERSION === 'undefined' ? 'source' : PACKAGE_VERSION;
  return { 'user-agent': `platform-sdk/${version} node/${node}` };
};
