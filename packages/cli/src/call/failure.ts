import { isPlatformError, type PlatformError } from '@platform-sdk/core';
import type { OperationEntry } from '../operations/operations.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import { CALL_EXIT, exitCodeOf } from './exit-codes.ts';

/** Prints a failure to the standard error, as text or as one line of JSON. Returns its exit code. */
export const printFailure = (
  { printError, style }: Terminal,
  error: unknown,
  json: boolean,
  entry?: Pick<OperationEntry, 'fields' | 'name'>,
): number => {
  const exitCode = exitCodeOf(error);
  const advice = adviceOf(error, exitCode, entry);
  if (json) {
    printError(JSON.stringify({ error: { ...factsOf(error), ...(advice && { advice }) }, exitCode }));
    return exitCode;
  }
  const { message, details = [] } = error as Partial<PlatformError> & Error;
  printError(style('red', printable(message)));
  if (details.length > 1) for (const { field, detail } of details) printError(`  ${printable(withFlag(detail, field, entry))}`);
  const ids = isPlatformError(error) ? [error.requestId && `request ${error.requestId}`, error.traceId && `trace ${error.traceId}`] : [];
  const known = ids.filter(Boolean).join(', ');
  if (known) printError(style('dim', printable(known)));
  if (advice) printError(advice);
  return exitCode;
};

const factsOf = (error: unknown): object => {
  if (!isPlatformError(error)) return { message: error instanceof Error ? error.message : String(error) };
  const { message, kind, outcome, operation, status, code, detail, details, field, attempts, requestId, traceId, retryAfterSeconds } =
    error;
  return { message, kind, outcome, operation, status, code, detail, details, field, attempts, requestId, traceId, retryAfterSeconds };
};

const NEXT_STEPS: Readonly<Record<number, string>> = {
  [CALL_EXIT.unknown]: 'The service may have applied the call. Look for its effect before you repeat it.',
  [CALL_EXIT.applied]: 'The service probably applied the call. Do not repeat it.',
  [CALL_EXIT.unavailable]: 'Nothing was applied, so you can repeat the command.',
};

/** Returns the next step after a failure. */
const adviceOf = (error: unknown, exitCode: number, entry: Pick<OperationEntry, 'fields' | 'name'> | undefined): string | undefined => {
  if (!isPlatformError(error)) return undefined;
  const { kind, field, operation } = error;
  if (exitCode === CALL_EXIT.session)
    return operation === 'auth.login'
      ? 'Check the username and the password.'
      : 'Sign in with: platform-sdk login. Other credentials are variables: platform-sdk doctor checks them.';
  if (kind === 'invalid-input') {
    const flag = flagOf(field, entry);
    const help = entry && `platform-sdk call ${entry.name} --help`;
    return flag ? `Set --${flag}. The inputs are listed by: ${help}` : help && `The inputs are listed by: ${help}`;
  }
  return NEXT_STEPS[exitCode];
};

const withFlag = (detail: string, field: string | undefined, entry: Pick<OperationEntry, 'fields'> | undefined): string => {
  const flag = flagOf(field, entry);
  return flag === undefined ? detail : `${detail} (--${flag})`;
};

/** Returns the flag of a field, or of the part of the input that contains it. */
const flagOf = (field: string | undefined, entry: Pick<OperationEntry, 'fields'> | undefined): string | undefined =>
  entry?.fields.find(({ path }) => field === path.join('.') || field?.startsWith(`${path.join('.')}.`))?.flag;
