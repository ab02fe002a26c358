import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isPlatformError } from '@platform-sdk/core';
import type { SchemaData } from '@platform-sdk/core/contract';
import { markedCredentials, prepareRequest } from '../call/curl.ts';
import type { OperationEntry } from '../operations/operations.ts';
import type { Ask } from './ask.ts';
import { isRead, reasonToAsk } from './brakes.ts';
import { reportOf } from './failure.ts';
import { unknownOperation } from './find.ts';
import { perform, withFiles, type Performed } from './perform.ts';
import { isReference, type Input, type References } from './references.ts';
import type { Shared } from './environment.ts';
import { cutText, fieldNames, pick, shorten } from './shorten.ts';

/** The arguments of the tool `call`. */
export interface CallArguments {
  readonly operation: string;
  readonly input?: Input | undefined;
  /** The fields of the result to return, such as `data.id`. Default: all. */
  readonly fields?: readonly string[] | undefined;
  /** The number of items of a list to skip, as the previous result suggests. Default: 0. */
  readonly skip?: number | undefined;
}

/** The state of one call of a tool. */
export interface Turn {
  readonly shared: Shared;
  readonly references: References;
  readonly ask: Ask;
  readonly id: RequestId;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/** The text of a tool's result. */
export interface ToolText {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs an operation after all checks: input, permissions, budget and the user's consent. Does not send the call if a check fails. */
export const callOperation = async (args: CallArguments, turn: Turn): Promise<ToolText> => {
  const { shared, references } = turn;
  const entry = shared.entries.find(({ name }) => name === args.operation);
  if (!entry) return refused(unknownOperation(args.operation, shared.entries));
  let input: Input;
  try {
    input = withFiles(entry, references.resolve(args.input ?? {}, entry.fields));
    // An invalid input fails here, before the user is asked.
    await prepareRequest(entry, input, markedCredentials(shared.options));
  } catch (error) {
    return isPlatformError(error)
      ? failed(error, entry, turn)
      : refused('The input cannot be read, such as one nested too deeply. Nothing was sent.');
  }
  const refusal = await brakesOf(entry, input, args, turn);
  if (refusal !== undefined) return refused(references.scrub(refusal));
  const reservation = await shared.budget.reserve(entry, input).catch(() => UNCOUNTED);
  if (typeof reservation === 'string') return refused(reservation);
  let performed: Performed | undefined;
  let failure: unknown;
  try {
    if (NEEDS_USER.has(entry.operation.credentials)) await shared.signIn();
    performed = await perform(entry, shared, input, turn);
  } catch (error) {
    failure = error;
  }
  // If the store fails here, the reserved price is kept.
  await reservation.settle(failure).catch(() => undefined);
  // The call may have refreshed the session. Results must not contain the new tokens.
  await shared.rememberSession();
  try {
    return performed ? succeeded(performed, entry, args, turn) : failed(failure, entry, turn);
  } catch {
    return refused('The call was sent, but its result cannot be shown, because it is nested too deeply. Do not repeat the call.');
  }
};

/** Checks the permissions and the budget, and requests the user's consent if necessary. Returns why the call is rejected, or undefined. */
const brakesOf = async (
  entry: OperationEntry,
  input: Input,
  args: CallArguments,
  { shared, ask, id, signal }: Turn,
): Promise<string | undefined> => {
  if (!isRead(entry) && !shared.allowWrites)
    return `${entry.name} changes something or costs credits, and this server only reads. Nothing was sent. Ask the person to restart it with --allow-writes.`;
  const beyond = shared.budget.refusal(entry, input);
  if (beyond !== undefined) return `${beyond} Nothing was sent.`;
  const reason = reasonToAsk(entry);
  if (reason === undefined) return undefined;
  const answer = await ask(questionFor(entry, reason, args), id, signal);
  if (answer === 'cannot-ask')
    return `${entry.name} needs the consent of a person, because it ${reason}. Your client cannot ask, so nothing was sent. The person can call it with platform-sdk call.`;
  if (answer === 'declined') return `The person declined ${entry.name}. Nothing was sent. Do not call it again without a new request.`;
  return signal.aborted ? `${entry.name} was cancelled. Nothing was sent.` : undefined;
};

const UNCOUNTED = 'The budget cannot be counted, so nothing was sent. Ask the person to look at the Redis server.';
const NEEDS_USER = new Set(['user', 'admin']);

const MAX_SHOWN = 300;

/**
 * Returns the question for the user. It shows every field of the input, so that a long text cannot hide an amount. References are not
 * resolved, because the user's screen must not show secrets either.
 */
const questionFor = ({ name, about, fields }: OperationEntry, reason: string, { input = {} }: CallArguments): string => {
  const secret = new Set(fields.filter(({ isSecret }) => isSecret).map(({ path }) => path.at(-1)));
  const hide = (key: string, value: unknown): unknown => (secret.has(key) && !isReference(value) ? '[hidden]' : value);
  const lines = Object.entries(input).map(([field, value]) => `${field}: ${cutText(JSON.stringify(hide(field, value), hide), MAX_SHOWN)}`);
  return `An agent wants to call ${name}. It ${reason}.\n\n${about}\n\n${lines.join('\n') || 'It has no input.'}`;
};

export const refused = (reason: string): ToolText => ({ text: JSON.stringify({ refused: reason }), isError: true });

const failed = (error: unknown, entry: OperationEntry, { references, shared }: Turn): ToolText => {
  const report = references.hide(reportOf(error, entry), REPORT) as object;
  const { value, note } = shorten(report, shared.maxCharacters);
  return { text: JSON.stringify(references.scrub({ ...(value as object), ...(note && { note }) })), isError: true };
};

/** The schema of a report. Its own fields are not secrets, even if they are named like secrets. */
const REPORT: SchemaData = {
  type: 'object',
  properties: { code: { type: 'string' }, details: { type: 'array', items: { type: 'object', properties: { code: { type: 'string' } } } } },
};

const succeeded = ({ value, nextInput }: Performed, entry: OperationEntry, args: CallArguments, { references, shared }: Turn): ToolText => {
  const { fields = [], skip = 0 } = args;
  const hidden = references.hide(value, entry.operation.output);
  const chosen = pick(hidden, fields);
  const { value: shown, nextItem, note } = shorten(chosen, shared.maxCharacters, skip);
  const isMissing = fields.length > 0 && fieldNames(hidden).length > 0 && JSON.stringify(shown).replace(/[{}[\],\s]/g, '') === '';
  const notes = [note, isMissing && `No field has these names. The result has ${fieldNames(hidden).join(', ')}`].filter(Boolean);
  const next = nextStep(entry, args, nextItem, nextInput);
  const document = { result: shown ?? null, ...(notes.length > 0 && { note: notes.join('. ') }), ...(next && { next }) };
  return { text: JSON.stringify(references.scrub(document)), isError: false };
};

/** Returns the arguments that continue a list. A call that changes something gets advice instead, because it must not be repeated. */
const nextStep = (
  entry: OperationEntry,
  { input = {} }: CallArguments,
  nextItem: number | undefined,
  nextInput: object | undefined,
): object | undefined => {
  if (nextItem !== undefined) return isRead(entry) ? { input, skip: nextItem } : { advice: 'Name fewer fields next time.' };
  return nextInput && { input: nextInput };
};
