import type { ErrorKind, PlatformError } from '@platform-sdk/core';
import { variablesOfSetting } from '../environment/variables.ts';

/** The exit codes of `call`, `login`, `logout` and `whoami`. */
export const CALL_EXIT = {
  ok: 0,
  failed: 1,
  wrongInput: 2,
  declined: 3,
  session: 4,
  rejected: 5,
  unavailable: 6,
  unknown: 7,
  applied: 8,
  incomplete: 9,
  stopped: 130,
} as const;

export const EXIT_MEANINGS: Readonly<Record<number, string>> = {
  0: 'success',
  1: 'a failure of another kind, such as a response that does not match the API specification',
  2: 'wrong arguments or a wrong input; nothing was sent',
  3: 'not confirmed; nothing was sent',
  4: 'credentials are missing or rejected: sign in, or set the variable',
  5: 'the service rejected the call',
  6: 'the service was not reached, or is overloaded; nothing was applied, so the command can be repeated later',
  7: 'the service may have applied the call: look before you repeat it',
  8: 'the service probably applied the call, but its response is lost: do not repeat it',
  9: 'a file or a stream broke before its end, and nothing was applied',
  130: 'stopped by Ctrl+C, and nothing was applied',
};

/** Exit codes by error kind. `exitCodeOf` handles `http` and `invalid-input` itself. All other kinds exit with 1. */
const CODES: Partial<Readonly<Record<ErrorKind, number>>> = {
  session: CALL_EXIT.session,
  aborted: CALL_EXIT.stopped,
  network: CALL_EXIT.unavailable,
  timeout: CALL_EXIT.unavailable,
  interrupted: CALL_EXIT.incomplete,
  stalled: CALL_EXIT.incomplete,
  truncated: CALL_EXIT.incomplete,
};

/** Returns the exit code for the outcome of a call, or else for its error kind, status and field. Ignores outcomes of reading calls. */
export const exitCodeOf = ({ kind, outcome, status = 0, field = '' }: PlatformError, onlyReads = false): number => {
  if (outcome === 'unknown' && !onlyReads) return CALL_EXIT.unknown;
  if (outcome === 'likely-applied' && !onlyReads) return CALL_EXIT.applied;
  const isCredential = !field.startsWith('baseUrls.') && variablesOfSetting(field) !== undefined;
  if (kind === 'invalid-input') return isCredential ? CALL_EXIT.session : CALL_EXIT.wrongInput;
  if (kind !== 'http') return CODES[kind] ?? CALL_EXIT.failed;
  if (status === 401) return CALL_EXIT.session;
  // These statuses are temporary: the service can accept the same call later.
  return status >= 500 || status === 429 || status === 408 ? CALL_EXIT.unavailable : CALL_EXIT.rejected;
};
