import { isFilled } from '../diagnostics/error-body.ts';
import { withDetails, PlatformError } from '../diagnostics/errors.ts';
import type { Schema } from '../schema/schema.ts';
import { createCompletionSum, hasContent, type Asked, type CompletionSum } from './completion.ts';
import type { Dialect, StreamReading, ReadingState } from './dialect.ts';
import { isMembers, type Members } from '../diagnostics/json.ts';
import { eventsIn } from './event-stream.ts';
import { checkDepth, isKeepAlive, eventMembers, parseJson, reported, wrongEvent } from './event-json.ts';

/** A chunk of a completion, in the form that OpenAI introduced. */
interface Chunk {
  readonly choices: readonly {
    readonly index?: number | undefined;
    readonly delta: { readonly content?: unknown };
    readonly finish_reason?: string | null;
  }[];
}

/** Returns the schema of a completion in one document. Reading throws for a reported failure, an empty list of choices and deep nesting. */
export const answered = <Whole>(schema: Schema<Whole>): Schema<Whole> => ({
  ...schema,
  read(document) {
    checkDepth(document);
    const { choices } = Object(document) as Members;
    const list = Array.isArray(choices) ? choices.filter(isMembers) : [];
    const failure = failureIn(document) ?? list.map(failureOfChoice).find(Boolean);
    if (failure) {
      const isGenerated = list.some(({ message }) => hasContent(message));
      throw withDetails(reported(JSON.stringify(failure), isGenerated), { received: list.length > 0 ? document : undefined });
    }
    if (Array.isArray(choices) && choices.length === 0) throw noChoices(document);
    return document;
  },
});

const noChoices = (body: unknown): PlatformError => new PlatformError('invalid-response', 'The completion has no choices', { body });

/**
 * Creates the dialect of a streamed completion, which consists of `data:` lines. The completion ends with `[DONE]`, or when each choice has
 * its finish reason. The request `asked` determines the number of choices, and whether the usage must follow.
 */
export const completionChunks = <Part extends Chunk, Whole>(asked?: Asked): Dialect<Part, Whole> => ({
  begin: (toLocalNames) => createChunkReading(toLocalNames, createCompletionSum(asked)),
  textOf: ({ choices }) => {
    let text = '';
    for (const { index, delta } of choices) if ((index ?? 0) === 0) text += textIn(delta.content);
    return text;
  },
});

const createChunkReading = <Part extends Chunk, Whole>(
  toLocalNames: (document: unknown) => unknown,
  sum: CompletionSum,
): StreamReading<Part, Whole> => {
  let isOver = false;
  /** The failure of a choice. Reading continues, because the other choices are billed too. */
  let failed: unknown;

  const fail = (failure: unknown): never => {
    throw reported(typeof failure === 'string' ? failure : JSON.stringify(failure), sum.hasContent());
  };

  const end = (): void => {
    if (failed) fail(failed);
  };

  const add = (members: Members): Part => {
    const choices = choicesOf(members, sum);
    for (const choice of choices) {
      const failure = failureOfChoice(choice);
      if (!failure) continue;
      failed ??= failure;
      if (!isFilled(choice['finish_reason'])) choice['finish_reason'] = 'error';
    }
    members['choices'] = choices;
    sum.add(members, choices);
    if (sum.state() === 'finished') end();
    return members as unknown as Part;
  };

  /** Throws the failure that a document reports. Before that, adds the choices of the same document. */
  const check = (document: unknown, choices: unknown): void => {
    const failure = failureIn(document, sum.state() !== 'empty');
    if (!failure) return;
    if (Array.isArray(choices) && choices.every(isMembers)) sum.add({}, choicesOf({ choices }, sum));
    fail(failure);
  };

  const state = (): ReadingState => {
    const reached = sum.state();
    if (isOver) return 'over';
    if (reached === 'finished') return sum.isExpecting() ? 'expecting' : 'complete';
    return reached === 'partial' && failed ? 'expecting' : 'open';
  };

  return {
    message(data, type) {
      if (data === '[DONE]') {
        if (sum.state() === 'empty') throw new PlatformError('truncated', 'The stream ended before its first choice');
        isOver = true;
        return undefined;
      }
      // After a finish reason, `[DONE]` with additional whitespace is ignored.
      if (isKeepAlive(data, type) || (sum.state() === 'finished' && data.trim() === '[DONE]')) return undefined;
      if (type === 'error') fail(data);
      if (type !== undefined && isRemark(data, type)) return undefined;
      const document = toLocalNames(parseJson(data));
      check(document, (Object(document) as Members)['choices']);
      return add(eventMembers(document));
    },
    whole(found) {
      const document = toLocalNames(found);
      const { choices } = Object(document) as Members;
      const parts: unknown = Array.isArray(choices) ? choices.map(asDelta) : choices;
      check(document, parts);
      const members = eventMembers(document);
      if (!parts) return undefined;
      if (Array.isArray(parts) && parts.length === 0) throw noChoices(found);
      isOver = true;
      const part = add({ ...members, choices: parts });
      end();
      return part;
    },
    end,
    state,
    result: sum.result as () => Whole,
    size: sum.size,
    forget: sum.forget,
  };
};

/** Returns true if a completion, or one of its events, reports a failure. */
const reportsFailure = ({ error, errors, detail, message, object, choices, x_groq: groq }: Members, isBegun: boolean): boolean => {
  if (object === 'error') return true;
  if (Array.isArray(choices) && choices.length > 0 && !error && !errors && !groq) return false;
  if ([error, errors, (Object(groq) as Members)['error']].some(isFilled)) return true;
  // Without choices, each of these members reports a failure. With choices, `detail` and `message` may have other meanings.
  if (!choices) return Boolean(error) || [detail, message].some(isFilled);
  return !isBegun && Array.isArray(choices) && choices.length === 0 && typeof detail === 'string' && detail !== '';
};

/**
 * Returns `document` if it reports a failure of the whole completion, or else undefined. `isBegun` means that a choice came before
 * `document`.
 */
const failureIn = (document: unknown, isBegun = false): unknown => {
  // Gemini's endpoint returns its error in a list.
  const members: unknown = Array.isArray(document) ? document[0] : document;
  if (!isMembers(members) || !reportsFailure(members, isBegun)) return undefined;
  const { error } = Object(members['x_groq']) as Members;
  return isFilled(error) && !isFilled(members['error']) ? { ...members, error } : document;
};

/** Returns the failure of a choice; undefined if the choice reports no failure. */
const failureOfChoice = ({ error, finish_reason: reason }: Members): unknown => {
  if (isFilled(error)) return { error };
  return reason === 'error' ? { finish_reason: reason } : undefined;
};

/** Matches names of events that report a failure. */
const FAILURE = /err|fail|exception|abort/i;

/** Returns true for a named event outside the completion, such as the status of a search. */
const isRemark = (data: string, type: string): boolean =>
  type !== 'message' && !FAILURE.test(type) && !/"(?:choices|errors?|object|usage)"/.test(data);

/** Returns the choices of an event, each with a delta. A complete message is used as a delta, unless its choice has begun already. */
const choicesOf = ({ choices }: Members, sum: CompletionSum): Members[] => {
  const list = choices ?? [];
  if (!Array.isArray(list) || !list.every(isMembers)) throw wrongEvent('has choices that are no list of objects');
  for (const [place, choice] of list.entries()) {
    const index = choice['index'] ?? (place || undefined);
    if (index !== undefined) choice['index'] = typeof index === 'string' && /^\d+$/.test(index) ? Number(index) : index;
    choice['delta'] ??= (sum.has(index ?? 0) ? undefined : choice['message']) ?? {};
    if (!isMembers(choice['delta'])) throw wrongEvent('has a choice whose delta is not an object');
  }
  return list;
};

/** Turns a choice of a complete completion into a choice of a chunk. */
const asDelta = (choice: unknown): unknown => {
  if (!isMembers(choice)) return choice;
  const { message, ...rest } = choice;
  return { ...rest, delta: message ?? rest['delta'] };
};

/** Returns the text of `content`, which may be a list of parts. */
const textIn = (content: unknown): string => {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map(textOfPart).join('') : '';
};

const textOfPart = (part: unknown): string => {
  if (typeof part === 'string') return part;
  const { type = 'text', text } = Object(part) as Members;
  return typeof text === 'string' && (type === 'text' || type === 'output_text') ? text : '';
};

/** Reads a completion that arrived as an event stream instead of a document. Returns undefined for any other text. */
export const completionFromEvents = (text: string, toLocalNames: (document: unknown) => unknown, asked?: unknown): unknown =>
  eventsIn(text, completionChunks(Object(asked) as Asked), toLocalNames);
