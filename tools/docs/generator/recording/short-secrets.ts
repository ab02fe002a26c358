/** Shortens tokens, which are long and meaningless to readers. */
export const shortSecrets = (text: string): string =>
  text.replaceAll(/eyJ[\w-]{16}[\w-]*\.[\w-]+\.[\w-]+/g, (token) => `${token.slice(0, 12)}...`);
