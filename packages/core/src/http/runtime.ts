interface Process {
  readonly release?: { readonly name?: string };
}

/** Returns true on Node. Returns false on runtimes that only resemble Node, such as Workers with `nodejs_compat`, edge runtimes, Bun and Deno. */
export const isNode = (): boolean => (onNode ??= looksLikeNode());

let onNode: boolean | undefined;

const looksLikeNode = (): boolean => {
  const { process } = globalThis as { readonly process?: Process };
  return process?.release?.name === 'node' && !['Bun', 'Deno', 'WebSocketPair', 'EdgeRuntime'].some((name) => name in globalThis);
};

/** Returns true in a page of a browser, and in a worker of a page. */
export const isBrowser = (): boolean => 'document' in globalThis || 'importScripts' in globalThis;

/**
 * Returns the key of the method that `await using` calls. Safari lacks this symbol. A program may add the symbol after its imports.
 * Compilers such as esbuild and Babel use the same replacement.
 */
export const asyncDisposeKey = (): typeof Symbol.asyncDispose =>
  ((Symbol as { readonly asyncDispose?: symbol }).asyncDispose ?? Symbol.for('Symbol.asyncDispose')) as typeof Symbol.asyncDispose;
