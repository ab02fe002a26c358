let known: unknown;
let isOwn = true;

/**
 * Returns whether the global `fetch` is the one that Node defines, or is missing. Tests and frameworks replace it, some before this module is
 * loaded, so it is recognized by its source. Reading the property does not load it.
 */
export const isNodesOwnFetch = (): boolean => {
  const { fetch } = globalThis as { readonly fetch?: unknown };
  if (fetch === known) return isOwn;
  known = fetch;
  return (isOwn =
    typeof fetch !== 'function' ||
    (fetch.name === 'fetch' && /\binternal\/|\[native code\]/.test(Function.prototype.toString.call(fetch))));
};
