import { PlatformError } from '../errors.ts';
import { mergeDelta } from './merge-delta.ts';
import type { Dialect } from './event-stream.ts';

type Members = Record<string, unknown>;

/** A part of a completion, in the form that OpenAI made common. */
interface Chunk {
  readonly choices: readonly {
    readonly index?: number | undefined;
    readonly delta: { readonly content?: string | null };
    readonly finish_reason?: string | null;
  }[];
}

interface Choice {
  readonly index: number;
  readonly message: Members;
  finish_reason: string | null;
}

/** The `data:` lines of a streamed completion, ended by `[DONE]`. What comes beside the choices comes whole, and the last counts. */
export const completionChunks = <Part extends Chunk, Whole>(): Dialect<Part, Whole> => ({
  begin() {
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
      if (typeof finish_reason !== 'string') return;
      if (choice.finish_reason === null) unfinished--;
      choice.finish_reason = finish_reason;
    };

    const take = (document: unknown): Part => {
      const members = membersOf(document);
      const { error, detail } = members;
      if (error || detail) throw reported(members);
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
      message(data) {
        if (data.trim() === '[DONE]') over = true;
        return over ? undefined : take(parse(data));
      },
      whole(document) {
        const { error, detail, choices } = membersOf(document);
        if (!error && !detail && !choices) return undefined;
        const parts = listOf(choices ?? []).map(({ message, ...choice }) => ({ ...choice, delta: message }));
        const part = take({ ...(document as Members), choices: parts });
        over = true;
        return part;
      },
      state: () => (over ? 'over' : begun.size > 0 && unfinished === 0 ? 'complete' : 'open'),
      result: () => ({ ...head, choices: [...begun.values()].toSorted((one, other) => one.index - other.index) }) as Whole,
    };
  },
  textOf: ({ choices }) => choices[0]?.delta.content ?? undefined,
});

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

const wrong = (what: string): PlatformError => new PlatformError('shape', `An event of the stream ${what}`);

const parse = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    throw wrong('is not JSON');
  }
};

const membersOf = (value: unknown): Members => {
  if (isMembers(value)) return value;
  throw wrong('is not an object');
};

const listOf = (value: unknown): Members[] => {
  if (Array.isArray(value) && value.every(isMembers)) return value;
  throw wrong('has choices that are no list of objects');
};

/** What the service says went wrong, in the middle of an answer that began well. */
const reported = (body: Members): PlatformError => {
  const { error, detail } = body;
  const { message, code, type } = isMembers(error) ? error : {};
  const said = [message, detail, error].find((text): text is string => typeof text === 'string');
  const known = [code, type].find((name) => typeof name === 'string' || typeof name === 'number');
  return new PlatformError('http', said ?? 'The service reported a failure', { code: known === undefined ? known : String(known), body });
};
