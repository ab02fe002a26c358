interface Process {
  readonly release?: { readonly name?: string };
}

/** Returns whether Node runs this. Workers with `nodejs_compat`, edge runtimes, Bun and Deno only resemble it in parts. */
export const isNode = (): boolean => (onNode ??= looksLikeNode());

let onNode: boolean | undefined;

const looksLikeNode = (): boolean => {
  const { process } = globalThis as { readonly process?: Process };
  return process?.release?.name === 'node' && !['Bun', 'Deno', 'WebSocketPair', 'EdgeRuntime'].some((name) => name in globalThis);
};

/** Returns whether a browser runs this: in a page, or in a worker of one. */
export const isBrowser = (): boolean => 'document' in globalThis || 'importScripts' in globalThis;
