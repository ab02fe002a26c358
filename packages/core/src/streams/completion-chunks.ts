import { PlatformError } from '../diagnostics/errors.ts';
import type { Schema } from '../schema/schema.ts';
import { createCompletionSum, type CompletionSum } from './completion.ts';
import type { Dialect, Reading } from './dialect.ts';
import { checkDepth, isMembers, membersIn, membersOf, reported, wrongEvent, type Members } from './event-json.ts';

/** A part of a completion, in the form that OpenAI made common. */
interface Chunk {
  readonly choices: readonly {
    readonly index?: number | undefined;
    readonly delta: { readonly content?: unknown };
    readonly finish_reason?: string | null;
  }[];
}

/** Whether a document is no part of an answer, but says why there is none. */
const isFailure = ({ error, errors, detail, message, object, choices }: Members): boolean =>
  object === 'error' || Boolean(error ?? errors ?? detail ?? (choices ? undefined : message));

/** A whole completion, which may be a failure although it came with HTTP 200. */
export const answered = <Whole>(schema: Schema<Whole>): Schema<Whole> => ({
  ...schema,
  read(document) {
    checkDepth(document);
    const members = Object(document) as Members;
    if (isFailure(members)) throw reported(JSON.stringify(document));
    if (Array.isArray(members['choices']) && members['choices'].length === 0) throw noChoices(document);
    return document;
  },
});

const noChoices = (body: unknown): PlatformError => new PlatformError('shape', 'The completion has no choices', { body });

/** The `data:` lines of a streamed completion. It ends with `[DONE]`, or once every choice has its finish reason. */
export const completionChunks = <Part extends Chunk, Whole>(): Dialect<Part, Whole> => ({
  begin: (ours) => createChunkReading(ours),
  textOf: ({ choices }) => {
    let text = '';
    for (const { index, delta } of choices) if ((index ?? 0) === 0) text += textIn(delta.content);
    return text;
  },
});

const createChunkReading = <Part extends Chunk, Whole>(ours: (document: unknown) => unknown): Reading<Part, Whole> => {
  const sum = createCompletionSum();
  let isOver = false;

  const add = (members: Members): Part => {
    const choices = choicesOf(members, sum);
    members['choices'] = choices;
    sum.add(members, choices);
    return members as unknown as Part;
  };

  return {
    message(data, type) {
      if (data === '[DONE]') {
        if (sum.state() === 'empty') throw new PlatformError('truncated', 'The stream ended before its answer began');
        isOver = true;
        return undefined;
      }
      // Behind a finish reason, a marker that is not exact ends nothing and breaks nothing.
      if (sum.state() === 'finished' && data.trim() === '[DONE]') return undefined;
      if (type === 'error') throw reported(data);
      const members = membersIn(data, ours);
      if (isFailure(members)) throw reported(data);
      return add(members);
    },
    whole(document) {
      const members = membersOf(ours(document));
      if (isFailure(members)) throw reported(JSON.stringify(document));
      const { choices } = members;
      if (!choices) return undefined;
      if (Array.isArray(choices) && choices.length === 0) throw noChoices(document);
      const part = add({ ...members, choices: Array.isArray(choices) ? choices.map(asDelta) : choices });
      isOver = true;
      return part;
    },
    state: () => (isOver ? 'over' : sum.state() === 'finished' ? 'complete' : 'open'),
    result: () => sum.result() as Whole,
    size: () => sum.size(),
    forget: () => sum.forget(),
  };
};

/** The choices of an event, each with a delta. A whole message is one, unless the choice has begun with others. */
const choicesOf = ({ choices }: Members, sum: CompletionSum): Members[] => {
  const list = choices ?? [];
  if (!Array.isArray(list) || !list.every(isMembers)) throw wrongEvent('has choices that are no list of objects');
  for (const choice of list) {
    choice['delta'] ??= (sum.has(choice['index'] ?? 0) ? undefined : choice['message']) ?? {};
    if (!isMembers(choice['delta'])) throw wrongEvent('has a choice whose delta is not an object');
  }
  return list;
};

/** A choice of a whole completion as one of a part. */
const asDelta = (choice: unknown): unknown => {
  if (!isMembers(choice)) return choice;
  const { message, ...rest } = choice;
  return { ...rest, delta: message ?? rest['delta'] };
};

/** The text of a content, which may be a list of parts. */
const textIn = (content: unknown): string => {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map(textOfPart).join('') : '';
};

const textOfPart = (part: unknown): string => {
  if (typeof part === 'string') return part;
  const { type = 'text', text } = Object(part) as Members;
  return typeof text === 'string' && (type === 'text' || type === 'output_text') ? text : '';
};
