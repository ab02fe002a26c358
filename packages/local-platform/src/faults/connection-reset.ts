const CODES: readonly unknown[] = ['ECONNRESET', 'ECONNREFUSED'];

/** Returns whether an error means that the connection broke or could not be opened. */
export const isBreak = (error: unknown): boolean =>
  error instanceof TypeError && CODES.includes((error.cause as { readonly code?: unknown } | undefined)?.code);

/** Returns the error that `fetch` throws when a connection breaks. */
export const connectionReset = (message: string): TypeError => {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  return new TypeError(message, { cause });
};

/** Returns the error that `fetch` throws when a connection cannot be opened. */
export const connectionRefused = (): TypeError => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  return new TypeError('fetch failed', { cause });
};
