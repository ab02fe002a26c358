/** Returns an id of credentials: a 32-bit hash, which is too short to reveal a secret. Returns undefined without credentials. */
export const credentialId = (source: unknown): string | number | undefined => {
  if (typeof source === 'string') return Array.from(source).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);
  const { publicKey, userId } = Object(source) as { readonly publicKey?: string; readonly userId?: string };
  return publicKey ?? userId;
};
