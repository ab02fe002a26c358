import type { MethodOperation } from '@platform-sdk/core';

const numbers = new WeakMap<object, number>();
let count = 0;

/** Tells credentials apart without a secret: 32 bits of a text are too little to find it. Undefined where there are none. */
export const credentialId = (source: unknown): string | number | undefined => {
  if (typeof source === 'string') return Array.from(source).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);
  if (typeof source !== 'function') return (source as { readonly publicKey?: string } | undefined)?.publicKey;
  const number = numbers.get(source) ?? ++count;
  numbers.set(source, number);
  return number;
};

/** Tells the credentials apart that an operation has in place of the signed-in user's. */
export const ownCredentialId = ({ operation, base, platform }: MethodOperation): string | number | undefined => {
  const { projectKeys, tokens } = platform.context.options;
  return operation.authenticate && credentialId(operation.credentials === 'project' ? projectKeys : tokens?.[base as 'memory']);
};
