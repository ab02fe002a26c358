import { PlatformError } from '@platform-sdk/core';
import type { Dialect, Reading } from '@platform-sdk/core/contract';
import { gather } from './gather.ts';
import type { Completion, CompletionChunk } from './types.ts';

type Members = Record<string, unknown>;

/** The `data:` lines of a streamed completion, ended by `[DONE]`. */
export const completionChunks: Dialect<CompletionChunk, Completion> = {
  begin: () => {
    const gathered = gather();
    let over = false;

    const take = (document: unknown): CompletionChunk => {
      const { error, detail, choices = [] } = membersOf(document);
      if (error || detail) throw reported(document as Members);
      for (const choice of listOf(choices)) choice['delta'] ??= {};
      const chunk = Object.assign(document as Members, { choices }) as unknown as CompletionChunk;
      gathered.add(chunk);
      return chunk;
    };

    const reading: Reading<CompletionChunk, Completion> = {
      message(data) {
        if (data.trim() === '[DONE]') over = true;
        return over ? undefined : take(parse(data));
      },
      whole(document) {
        const { error, detail, choices } = membersOf(document);
        if (!error && !detail && !choices) return undefined;
        const chunk = take({ ...(document as Members), choices: listOf(choices ?? []).map(toChunk) });
        over = true;
        return chunk;
      },
      state: () => (over ? 'over' : gathered.finished() ? 'complete' : 'open'),
      result: () => gathered.completion(),
    };
    return reading;
  },
  textOf: ({ choices }) => choices[0]?.delta.content ?? undefined,
};

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    throw new PlatformError('shape', 'An event of the stream is not JSON');
  }
};

const membersOf = (value: unknown): Members => {
  if (isMembers(value)) return value;
  throw new PlatformError('shape', 'An event of the stream is not an object');
};

const listOf = (value: unknown): Members[] => {
  if (Array.isArray(value) && value.every(isMembers)) return value;
  throw new PlatformError('shape', 'The choices of an event are no list of objects');
};

const toChunk = ({ message, ...choice }: Members): Members => ({ ...choice, delta: message });

/** What the gateway says went wrong, in the middle of an answer that began well. */
const reported = (body: Members): PlatformError => {
  const { error, detail } = body;
  const { message, code, type } = isMembers(error) ? error : {};
  const said = [message, detail, error].find((text): text is string => typeof text === 'string');
  const known = [code, type].find((name) => typeof name === 'string' || typeof name === 'number');
  return new PlatformError('http', said ?? 'The gateway reported a failure', { code: known === undefined ? known : String(known), body });
};
