const numbers = new WeakMap<object, number>();
let count = 0;

/** Returns an id of credentials that contains no secret: 32 bits of a text are too few to find it. Undefined for no credentials. */
export const credentialId = (source: unknown): string | number | undefined => {
  if (typeof source === 'string') return Array.from(source).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);
  if (typeof source !== 'function') return (source as { readonly publicKey?: string } | undefined)?.publicKey;
  return numbers.get(source) ?? numbers.set(source, ++count).get(source);
};
