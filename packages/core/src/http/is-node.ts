interface Process {
  readonly release?: { readonly name?: string };
}

/** Returns whether Node runs this; Workers with `nodejs_compat`, Bun and Deno only resemble it in parts. */
export const isNode = (): boolean => {
  const { process } = globalThis as { readonly process?: Process };
  return process?.release?.name === 'node' && !['Bun', 'Deno', 'WebSocketPair'].some((name) => name in globalThis);
};
