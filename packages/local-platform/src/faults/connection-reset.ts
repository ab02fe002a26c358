/** Whether what was thrown stands for a connection that breaks. */
export const isBreak = (error: unknown): boolean =>
  error instanceof TypeError && (error.cause as { readonly code?: unknown } | undefined)?.code === 'ECONNRESET';

/** What `fetch` throws when a connection breaks. */
export const connectionReset = (message: string): TypeError => {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  return new TypeError(message, { cause });
};
