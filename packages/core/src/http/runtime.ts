interface Process {
  readonly release?: { readonly name?: string };
}

/** Returns true on Node. Workers with `nodejs_compat`, edge runtimes, Bun and Deno only resemble Node in parts. */
export const isNode = (): boolean => (onNode ??= looksLikeNode());

let onNode: boolean | undefined;

const looksLikeNode = (): boolean => {
  const { process } = globalThis as { readonly process?: Process };
  return process?.release?.name === 'node' && !['Bun', 'Deno', 'WebSocketPair', 'EdgeRuntime'].some((name) => name in globalThis);
};

/** Returns true in a page of a browser, and in a worker of a page. */
export const isBrowser = (): boolean => 'document' in globalThis || 'importScripts' in globalThis;

/**
 * Returns the key of the method that `await using` calls. Safari lacks this symbol. A program may add it after its imports, and compilers
 * such as esbuild and Babel use this replacement.
 */
export const asyncDisposeKey = (): typeof Symbol.asyncDispose =>
  ((Symbol as { readonly asyncDispose?: symbol }).asyncDispose ?? Symbol.for('Symbol.asyncDispose')) as typeof Symbol.asyncDispose;
