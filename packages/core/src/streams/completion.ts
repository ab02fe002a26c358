import type { Members } from './event-json.ts';
import { createSum, mergeDelta, sizeOf, valueOf, type Merging, type Sum } from './merge-delta.ts';

/** A completion as its parts come. */
export interface CompletionSum {
  /** Adds one part, with its choices. */
  add(part: Members, choices: readonly Members[]): void;
  /** `empty`: no choice has begun; `finished`: all that have begun are. */
  state(): 'empty' | 'unfinished' | 'finished';
  has(index: unknown): boolean;
  result(): Members;
  size(): number;
  /** Drops everything but which choices are finished. */
  forget(): void;
}

/** One of the answers that a completion offers. */
interface Choice {
  message: Sum;
  /** What the service says beside the message, such as `logprobs`. */
  rest: Sum;
  finishReason: string | null;
}

const begin = (): Choice => {
  const message = createSum();
  mergeDelta(message, { role: 'assistant', content: null }, { grows: true, size: 0 });
  return { message, rest: createSum(), finishReason: null };
};

const isFinishReason = (reason: unknown): reason is string => typeof reason === 'string' && reason !== '';

/** Adds up the parts of a completion. What comes beside the choices comes whole, and the last counts. */
export const createCompletionSum = (): CompletionSum => {
  const head = new Map<string, unknown>();
  const choices = new Map<unknown, Choice>();
  const messages: Merging = { grows: true, size: 0 };
  const others: Merging = { grows: false, size: 0 };
  let unfinished = 0;
  let isKept = true;

  const choiceAt = (index: unknown): Choice => {
    const known = choices.get(index);
    if (known) return known;
    const choice = begin();
    choices.set(index, choice);
    unfinished++;
    return choice;
  };

  const addChoice = ({ index, delta, finish_reason: reason, message: _, ...rest }: Members): void => {
    const choice = choiceAt(index ?? 0);
    if (isKept) {
      mergeDelta(choice.message, delta as Members, messages);
      mergeDelta(choice.rest, rest, others);
    }
    // Some send an empty one until there is one.
    if (!isFinishReason(reason)) return;
    if (choice.finishReason === null) unfinished--;
    choice.finishReason = reason;
  };

  const addBeside = (name: string, value: unknown): void => {
    if (value === null || value === '' || name === 'choices' || name === 'object' || name === '__proto__') return;
    // Late parts can be empty where earlier ones are not, such as `created: 0`.
    if (head.has(name) && !value) return;
    if (!head.has(name)) others.size += name.length + sizeOf([value]);
    head.set(name, value);
  };

  return {
    add(part, parts) {
      if (isKept) for (const name in part) addBeside(name, part[name]);
      for (const choice of parts) addChoice(choice);
    },
    has: (index) => choices.has(index),
    state: () => (choices.size === 0 ? 'empty' : unfinished > 0 ? 'unfinished' : 'finished'),
    result() {
      const all = [...choices].map(([index, { message, rest, finishReason }]) => {
        return { ...valueOf(rest), index, message: valueOf(message), finish_reason: finishReason };
      });
      const sorted = all.toSorted((one, other) => Number(one.index) - Number(other.index));
      return { id: '', object: 'chat.completion', created: 0, model: '', ...Object.fromEntries(head), choices: sorted };
    },
    size: () => messages.size + others.size,
    forget() {
      isKept = false;
      head.clear();
      messages.size = others.size = 0;
      for (const choice of choices.values()) Object.assign(choice, { message: createSum(), rest: createSum() });
    },
  };
};
