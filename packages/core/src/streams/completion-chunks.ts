import { readError } from '../diagnostics/error-body.ts';
import { PlatformError } from '../diagnostics/errors.ts';
import type { Schema } from '../schema/schema.ts';
import type { Dialect } from './dialect.ts';
import { mergeDelta } from './merge-delta.ts';

type Members = Record<string, unknown>;

/** A part of a completion, in the form that OpenAI made common. */
interface Chunk {
  readonly choices: readonly {
    readonly index?: number | undefined;
    readonly delta: { readonly content?: unknown };
    readonly finish_reason?: string | null;
  }[];
}

interface Choice {
  readonly index: number;
  readonly message: Members;
  finish_reason: string | null;
}

/** What a service says went wrong within an answer that began well, whatever its dialect. */
export const reported = (data: string): PlatformError => {
  const { message = 'The service reported a failure', code, traceId, body } = readError(data, (text) => text);
  return new PlatformError('http', message, { code, traceId, body });
};

/** Whether a document is no part of an answer, but says why there is none. */
const isFailure = ({ error, errors, detail, message, object, choices }: Members): boolean =>
  object === 'error' || Boolean(error ?? errors ?? detail ?? (choices ? undefined : message));

/** A whole completion, which may be a failure although it came with HTTP 200. */
export const answered = <Whole>(schema: Schema<Whole>): Schema<Whole> => ({
  ...schema,
  read(document) {
    if (isFailure(Object(document) as Members)) throw reported(JSON.stringify(document));
    return document;
  },
});

/** The `data:` lines of a streamed completion, ended by `[DONE]`. What comes beside the choices comes whole, and the last counts. */
export const completionChunks = <Part extends Chunk, Whole>(): Dialect<Part, Whole> => ({
  begin(ours) {
    const head: Members = { id: '', object: 'chat.completion', created: 0, model: '' };
    const begun = new Map<number, Choice>();
    let unfinished = 0;
    let over = false;

    const join = ({ index = 0, delta, finish_reason }: Part['choices'][number]): void => {
      let choice = begun.get(index);
      if (!choice) {
        begun.set(index, (choice = { index, message: { role: 'assistant', content: null }, finish_reason: null }));
        unfinished++;
      }
      mergeDelta(choice.message, delta);
      // Some send an empty one until there is one.
      if (!finish_reason) return;
      if (choice.finish_reason === null) unfinished--;
      choice.finish_reason = finish_reason;
    };

    const take = (members: Members): Part => {
      const choices = listOf((members['choices'] ??= []));
      for (const choice of choices) choice['delta'] ??= {};
      for (const name in members) {
        const value = members[name];
        if (value && name !== 'choices' && name !== 'object' && name !== '__proto__') head[name] = value;
      }
      const part = members as unknown as Part;
      for (const choice of part.choices) join(choice);
      return part;
    };

    return {
      message(data, type) {
        if (data.trim() === '[DONE]') {
          if (begun.size === 0) throw new PlatformError('truncated', 'The stream ended before its answer began');
          over = true;
        }
        if (over) return undefined;
        if (type === 'error') throw reported(data);
        const members = membersIn(data, ours);
        if (isFailure(members)) throw reported(data);
        return take(members);
      },
      whole(document) {
        const members = membersOf(ours(document));
        if (isFailure(members)) throw reported(JSON.stringify(document));
        const { choices } = members;
        if (!choices) return undefined;
        const parts = listOf(choices).map(({ message, ...choice }) => ({ ...choice, delta: message }));
        const part = take({ ...members, choices: parts });
        over = true;
        return part;
      },
      state: () => (over ? 'over' : begun.size > 0 && unfinished === 0 ? 'complete' : 'open'),
      result: () => ({ ...head, choices: [...begun.values()].toSorted((one, other) => one.index - other.index) }) as Whole,
    };
  },
  textOf({ choices }) {
    const content = choices[0]?.delta.content;
    return typeof content === 'string' ? content : undefined;
  },
});

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

const wrong = (what: string): PlatformError => new PlatformError('shape', `An event of the stream ${what}`);

/** The members of an event that is a JSON object, under our names. */
export const membersIn = (data: string, ours: (document: unknown) => unknown): Members => {
  let document: unknown;
  try {
    document = JSON.parse(data);
  } catch {
    throw wrong('is not JSON');
  }
  return membersOf(ours(document));
};

const membersOf = (value: unknown): Members => {
  if (isMembers(value)) return value;
  throw wrong('is not an object');
};

const listOf = (value: unknown): Members[] => {
  if (Array.isArray(value) && value.every(isMembers)) return value;
  throw wrong('has choices that are no list of objects');
};
