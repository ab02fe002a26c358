import { PlatformError, type ErrorDetails } from '@platform-sdk/core';

/** Returns the code at the start of an error reply, also if the reply comes from a script. */
const codeOf = (message: string): string | undefined => /(?:^|: |-)([A-Z]{2,})(?= )(?! Error running)/.exec(message)?.[1];

/** The codes of error replies after which the same command may soon succeed. */
const TRANSIENT: ReadonlySet<string> = new Set(['LOADING', 'BUSY', 'TRYAGAIN', 'CLUSTERDOWN', 'MASTERDOWN', 'READONLY']);

/** The codes of error replies that only a changed setting can fix. */
const DENIED: ReadonlySet<string> = new Set(['NOAUTH', 'NOPERM', 'WRONGPASS']);

/** Returns true for an error reply of the server. The libraries use different names for such errors. */
const isReply = (error: object): boolean => {
  const { name, constructor } = error as { readonly name?: string; readonly constructor: { readonly name: string } };
  return [name, constructor.name].some((each) => each === 'ReplyError' || each === 'ErrorReply' || each === 'SimpleError');
};

/** A failure of Redis. `isTransient` is true if a retry may help. */
export interface RedisFailure {
  readonly error: PlatformError;
  readonly isTransient: boolean;
}

/**
 * Creates an error for a failure. Does not expose the library's error, because its command arguments contain a session's tokens.
 */
export const toFailure = (reason: unknown, key: string): RedisFailure => {
  const cause = typeof reason === 'object' && reason !== null ? reason : {};
  const { message = '', code } = cause as { readonly message?: string; readonly code?: unknown };
  const fail = (kind: 'invalid-input' | 'network', text: string, details: ErrorDetails, isTransient: boolean): RedisFailure => ({
    error: new PlatformError(kind, text, details),
    isTransient,
  });
  if (!isReply(cause)) {
    const systemCode = typeof code === 'string' ? code : 'REDIS_UNREACHABLE';
    return fail('network', `Redis cannot be reached (${systemCode}).`, { code: systemCode, outcome: 'unknown' }, true);
  }
  const word = codeOf(message) ?? 'ERR';
  const details = { code: word, outcome: 'rejected' } as const;
  if (word === 'WRONGTYPE') {
    const text = `The Redis key "${key}" holds a value of another type. Use a key that no other program writes.`;
    return fail('invalid-input', text, { ...details, field: 'key' }, false);
  }
  if (DENIED.has(word))
    return fail('invalid-input', `Redis denied the command (${word}). Check the client's user and password.`, details, false);
  return fail('network', `Redis failed to run the command (${word}).`, details, TRANSIENT.has(word));
};

/** Creates the error for a server that accepted the command or the connection, but does not respond. */
export const silentError = (timeoutMs: number): PlatformError =>
  new PlatformError('timeout', `Redis did not respond within ${timeoutMs} ms.`, { code: 'REDIS_TIMEOUT', outcome: 'unknown' });
