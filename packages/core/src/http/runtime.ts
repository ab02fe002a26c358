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
