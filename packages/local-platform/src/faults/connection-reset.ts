/** Returns whether an error means that the connection broke. */
export const isBreak = (error: unknown): boolean =>
  error instanceof TypeError && (error.cause as { readonly code?: unknown } | undefined)?.code === 'ECONNRESET';

/** Returns the error that `fetch` throws when a connection breaks. */
export const connectionReset = (message: string): TypeError => {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  return new TypeError(message, { cause });
};
