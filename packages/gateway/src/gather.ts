import type { Choice, ChunkChoice, Completion, CompletionChunk } from './types.ts';

type Members = Record<string, unknown>;

/** Adds the events of a stream up to the completion that they are parts of. */
export interface Gathering {
  add(chunk: CompletionChunk): void;
  /** Every answer that began has its finish reason. */
  finished(): boolean;
  /** What there is so far. */
  completion(): Completion;
}

/** These come whole, and may come again. */
const WHOLE = new Set(['role', 'id', 'type', 'name']);

export const gather = (): Gathering => {
  const head: Omit<Completion, 'choices'> = { id: '', object: 'chat.completion', created: 0, model: '' };
  const choices = new Map<number, Choice>();
  let unfinished = 0;

  const join = ({ index = 0, delta, finish_reason }: Partial<ChunkChoice>): void => {
    let choice = choices.get(index);
    if (!choice) {
      choices.set(index, (choice = { index, message: { role: 'assistant', content: null }, finish_reason: null }));
      unfinished++;
    }
    merge(choice.message as unknown as Members, delta);
    if (typeof finish_reason !== 'string') return;
    if (choice.finish_reason === null) unfinished--;
    choice.finish_reason = finish_reason;
  };

  return {
    add({ id, created, model, choices: parts, usage }) {
      if (id) head.id = id;
      if (created) head.created = created;
      if (model) head.model = model;
      if (usage) head.usage = usage;
      for (const part of parts) join(part);
    },
    finished: () => choices.size > 0 && unfinished === 0,
    completion: () => ({ ...head, choices: [...choices.values()].toSorted((one, other) => one.index - other.index) }),
  };
};

/** Texts grow, parts of lists are found by their index, and all else is what came last. */
const merge = (whole: Members, part: unknown): void => {
  for (const [name, value] of Object.entries(part ?? {}) as [string, unknown][]) {
    // It would not become a member, but what the members come from.
    if (name === '__proto__') continue;
    const held = Object.hasOwn(whole, name) ? whole[name] : undefined;
    if (Array.isArray(value)) mergeList(Array.isArray(held) ? held : (whole[name] = []), value);
    else if (typeof value === 'string' && typeof held === 'string' && !WHOLE.has(name)) whole[name] = held + value;
    else if (isMembers(value)) merge(isMembers(held) ? held : (whole[name] = {}), value);
    else if (value !== null || held === undefined) whole[name] = value;
  }
};

const mergeList = (whole: unknown[], parts: readonly unknown[]): void => {
  for (const part of parts) {
    const index = isMembers(part) ? part['index'] : undefined;
    const held = index === undefined ? undefined : whole.find((item) => isMembers(item) && item['index'] === index);
    if (held) merge(held as Members, part);
    else whole.push(structuredClone(part));
  }
};

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;
