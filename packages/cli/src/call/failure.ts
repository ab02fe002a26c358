import type { PlatformError } from '@platform-sdk/core';
import { variablesOfSetting } from '../environment/variables.ts';
import { isRead } from '../mcp/brakes.ts';
import type { OperationEntry } from '../operations/operations.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import { CALL_EXIT, exitCodeOf } from './exit-codes.ts';

/** Prints a failure to the standard error, as text or as one line of JSON. Returns its exit code. */
export const printFailure = ({ printError, style }: Terminal, error: PlatformError, json: boolean, entry?: OperationEntry): number => {
  const exitCode = exitCodeOf(error, entry && isRead(entry));
  const advice = adviceOf(error, exitCode, entry);
  const { details = [], requestId, traceId } = error;
  const message = messageOf(error);
  if (json) {
    // The long body and headers are omitted. The details already contain the service's messages.
    const { body: _, headers: __, received: ___, ...facts } = error;
    printError(JSON.stringify({ error: Object.assign({ message }, facts, advice && { advice }), exitCode }));
    return exitCode;
  }
  printError(style('red', printable(message)));
  if (details.length > 1)
    for (const { field, detail } of details) {
      const flag = flagOf(field, entry);
      printError(`  ${printable(detail)}${flag === undefined ? '' : ` (--${flag})`}`);
    }
  const ids = [requestId && `request ${requestId}`, traceId && `trace ${traceId}`].filter(Boolean);
  if (ids.length > 0) printError(style('dim', printable(ids.join(', '))));
  if (advice) printError(advice);
  return exitCode;
};

/** Returns the message of an error, with the tool's options instead of the SDK's. Does not change a message from a service. */
export const messageOf = ({ kind, message }: PlatformError): string => {
  if (kind === 'http') return message;
  return message.replaceAll('timeoutMs', '--timeout').replaceAll(/\b(?:idleMs|firstEventMs|max[A-Z]\w+)\b/g, '$& in a program of yours');
};

const NEXT_STEPS: Readonly<Record<number, string>> = {
  [CALL_EXIT.session]: 'Sign in with: platform-sdk login. Other credentials are variables: platform-sdk doctor checks them.',
  [CALL_EXIT.unknown]: 'The service may have applied the call. Look for its effect before you repeat it.',
  [CALL_EXIT.applied]: 'The service probably applied the call. Do not repeat it.',
  [CALL_EXIT.unavailable]: 'Nothing was applied, so you can repeat the command.',
};

/** Returns the next step after a failure. */
const adviceOf = ({ kind, field, operation }: PlatformError, exitCode: number, entry: OperationEntry | undefined): string | undefined => {
  if (kind !== 'invalid-input')
    return operation === 'auth.login' && exitCode === CALL_EXIT.session ? 'Check the username and the password.' : NEXT_STEPS[exitCode];
  const variables = variablesOfSetting(field ?? '');
  if (variables) return `Set ${variables}, or give a file with --env-file. platform-sdk doctor checks the environment.`;
  const flag = flagOf(field, entry);
  return entry && `${flag === undefined ? '' : `Set --${flag}. `}The inputs are listed by: platform-sdk call ${entry.name} --help`;
};

/** Returns the flag of a field, or of the part of the input that contains it. */
const flagOf = (field: string | undefined, entry: OperationEntry | undefined): string | undefined =>
  entry?.fields.find(({ path }) => field === path.join('.') || field?.startsWith(`${path.join('.')}.`))?.flag;
