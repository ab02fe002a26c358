import { isFilled } from '../diagnostics/error-body.ts';
import type { Members } from '../diagnostics/json.ts';
import { createSum, mergeDelta, sizeOf, valueOf, type Merging, type Sum } from './merge-delta.ts';

/** The members of a request that determine when its response is complete. */
export interface Asked {
  /** The number of choices. Default: 1. */
  readonly n?: number | undefined;
  readonly stream_options?: { readonly include_usage?: boolean | undefined } | undefined;
}

/** Merges the chunks of a completion into one completion. */
export interface CompletionSum {
  /** Adds one chunk, with its choices. */
  readonly add: (part: Members, choices: readonly Members[]) => void;
  /**
   * Returns `empty` before the first choice, and `unfinished` while a begun choice is unfinished. After that, returns `partial` if more
   * choices were requested, or else `finished`.
   */
  readonly state: () => 'empty' | 'unfinished' | 'partial' | 'finished';
  /** Returns true if the requested usage has not arrived since the last finish reason. */
  readonly isExpecting: () => boolean;
  readonly has: (index: unknown) => boolean;
  /** Returns true once content of a reply has arrived. */
  readonly hasContent: () => boolean;
  readonly result: () => Members;
  readonly size: () => number;
  /** Drops all content, and keeps only the indexes and the finish reasons of the choices. */
  readonly forget: () => void;
}

/** One choice of a completion. A request can ask for several alternative replies. */
interface Choice {
  message: Sum;
  /** The members of a choice without its message, such as `logprobs`. */
  rest: Sum;
  finishReason: string | null;
}

/** The members of a chunk's choice that are not added to `rest`. */
const OWN = new Set(['index', 'delta', 'finish_reason', 'message']);

/** Creates an empty completion, to which chunks are added. Members outside the choices arrive complete: the last filled value is used. */
export const createCompletionSum = ({ n, stream_options: options }: Asked = {}): CompletionSum => {
  const head = new Map<string, unknown>();
  const choices = new Map<unknown, Choice>();
  const messages: Merging = { grows: true, size: 0 };
  const others: Merging = { grows: false, size: 0 };
  let unfinished = 0;
  let isKept = true;
  let isReplying = false;
  let isCounted = !options?.include_usage;

  const state = (): ReturnType<CompletionSum['state']> => {
    if (choices.size === 0) return 'empty';
    if (unfinished > 0) return 'unfinished';
    return choices.size < (n ?? 1) ? 'partial' : 'finished';
  };

  const begin = (index: unknown): Choice => {
    const choice: Choice = { message: createSum(), rest: createSum(), finishReason: null };
    mergeDelta(choice.message, { role: 'assistant', content: null }, { grows: true, size: 0 });
    choices.set(index, choice);
    unfinished++;
    return choice;
  };

  const addChoice = (part: Members): void => {
    const { index, delta, finish_reason: reason } = part;
    const choice = choices.get(index ?? 0) ?? begin(index ?? 0);
    isReplying ||= hasContent(delta);
    if (isKept) {
      mergeDelta(choice.message, delta as Members, messages);
      for (const name in part) if (!OWN.has(name)) mergeDelta(choice.rest, { [name]: part[name] }, others);
    }
    // Some services send an empty finish reason before the final reason.
    if (typeof reason !== 'string' || reason === '') return;
    if (choice.finishReason === null) unfinished--;
    choice.finishReason = reason;
  };

  const addBeside = (name: string, value: unknown): void => {
    if (value === null || value === '' || name === 'choices' || name === 'object' || name === '__proto__') return;
    const known = head.get(name);
    // Most chunks repeat the same members. In late chunks, their values may be empty, such as `created: 0`.
    if (known === value || (known !== undefined && !value)) return;
    if (known === undefined) others.size += name.length + sizeOf([value]);
    head.set(name, value);
  };

  return {
    add(part, parts) {
      if (isKept) for (const name in part) addBeside(name, part[name]);
      for (const choice of parts) addChoice(choice);
      // Some services send the usage in every event. Only the last usage is complete.
      if (part['usage'] && state() === 'finished') isCounted = true;
    },
    has: (index) => choices.has(index),
    hasContent: () => isReplying,
    state,
    isExpecting: () => !isCounted,
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

/** Returns true if a message, or a piece of it, contains content of a model. */
export const hasContent = (message: unknown): boolean =>
  Object.entries(Object(message) as Members).some(([name, value]) => name !== 'role' && isFilled(value));
