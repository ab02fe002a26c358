import type { PlatformError } from '@platform-sdk/core';
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

/** The meaning of each exit code. */
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
  130: 'stopped by Ctrl+C',
};

const INCOMPLETE: readonly string[] = ['interrupted', 'stalled', 'truncated'];
const UNREACHED: readonly string[] = ['network', 'timeout'];
/** Statuses of a service that may accept the same call later. */
const isTemporary = (status = 0): boolean => status >= 500 || status === 429 || status === 408;

const isCredential = (field = ''): boolean => variablesOfSetting(field) !== undefined && !field.startsWith('baseUrls.');

/** Returns the exit code of a failure: first by its outcome, then by its kind. */
export const exitCodeOf = ({ kind, outcome, status, field }: PlatformError): number => {
  if (outcome === 'unknown') return CALL_EXIT.unknown;
  if (outcome === 'likely-applied') return CALL_EXIT.applied;
  if (kind === 'invalid-input') return isCredential(field) ? CALL_EXIT.session : CALL_EXIT.wrongInput;
  if (kind === 'session' || status === 401) return CALL_EXIT.session;
  if (kind === 'aborted') return CALL_EXIT.stopped;
  if (INCOMPLETE.includes(kind)) return CALL_EXIT.incomplete;
  if (UNREACHED.includes(kind)) return CALL_EXIT.unavailable;
  if (kind !== 'http') return CALL_EXIT.failed;
  return isTemporary(status) ? CALL_EXIT.unavailable : CALL_EXIT.rejected;
};
