import { PlatformError, type ErrorDetails } from '@platform-sdk/core';

/** The first word of a reply that is an error: the reply itself, or the one that a script passes on. */
const codeOf = (message: string): string | undefined => /(?:^|: |-)([A-Z]{2,})(?= )(?! Error running)/.exec(message)?.[1];

/** Replies after which the same command can succeed a moment later. */
const TRANSIENT: ReadonlySet<string> = new Set(['LOADING', 'BUSY', 'TRYAGAIN', 'CLUSTERDOWN', 'MASTERDOWN', 'READONLY']);

/** Replies that only another setting mends. */
const DENIED: ReadonlySet<string> = new Set(['NOAUTH', 'NOPERM', 'WRONGPASS']);

/** Both libraries name the errors of the server so; a cluster's and a script's too. */
const isReply = (error: object): boolean => {
  const { name, constructor } = error as { readonly name?: string; readonly constructor: { readonly name: string } };
  return [name, constructor.name].some((each) => each === 'ReplyError' || each === 'ErrorReply' || each === 'SimpleError');
};

/** A failure of Redis, and whether waiting a moment may mend it. */
export interface RedisFailure {
  readonly error: PlatformError;
  readonly isTransient: boolean;
}

/**
 * Names a failure without the library's error: that one carries the command's arguments, and with them a session's tokens.
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

/** The error of a server that accepted the command, or the connection, and stays silent. */
export const silentError = (timeoutMs: number): PlatformError =>
  new PlatformError('timeout', `Redis did not respond within ${timeoutMs} ms.`, { code: 'REDIS_TIMEOUT', outcome: 'unknown' });
