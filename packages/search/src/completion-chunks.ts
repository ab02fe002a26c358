import { PlatformError } from '@platform-sdk/core';
import type { Dialect } from '@platform-sdk/core/contract';
import type { Choice, Completion, CompletionChunk } from './types.ts';

type Members = Record<string, unknown>;

/** The `data:` lines of a streamed completion, ended by `[DONE]`. What comes beside the choices comes whole, and the last counts. */
export const completionChunks: Dialect<CompletionChunk, Completion> = {
  begin() {
    let head: Omit<Completion, 'choices' | 'object'> = { id: '', created: 0, model: '' };
    const found: Choice[] = [];
    let over = false;

    const take = (document: unknown): CompletionChunk => {
      // Whatever is thrown here says that the message cannot be read.
      if (Object(document) !== document) throw new TypeError();
      const { error, detail, choices = [], object: _, ...rest } = document as Members;
      if (error || detail) throw reported(error, detail, document);
      for (const choice of choices as Members[]) choice['delta'] ??= {};
      const chunk = { ...(document as Members), choices } as CompletionChunk;
      for (const { index = 0, delta, finish_reason } of chunk.choices) {
        const { message, finish_reason: known } = (found[index] ??= {
          index,
          message: { role: 'assistant', content: null },
          finish_reason: null,
        });
        const content = delta.content ? (message.content ?? '') + delta.content : message.content;
        found[index] = { index, message: { ...message, ...delta, content }, finish_reason: finish_reason ?? known };
      }
      head = { ...head, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) };
      return chunk;
    };

    return {
      message(data) {
        if (data.trim() === '[DONE]') over = true;
        return over ? undefined : take(JSON.parse(data));
      },
      whole(document) {
        const { error, detail, choices = [] } = document as Members;
        if (!error && !detail && !(choices as unknown[]).length) return undefined;
        const parts = (choices as Members[]).map(({ message, ...choice }) => ({ ...choice, delta: message }));
        const chunk = take({ ...(document as Members), choices: parts });
        over = true;
        return chunk;
      },
      state: () => {
        const begun = Object.values(found);
        return over ? 'over' : begun.length > 0 && begun.every(({ finish_reason }) => finish_reason !== null) ? 'complete' : 'open';
      },
      result: () => ({ ...head, object: 'chat.completion', choices: Object.values(found) }),
    };
  },
  textOf: ({ choices }) => choices[0]?.delta.content ?? undefined,
};

/** What the service says went wrong in the middle of an answer that began well. */
const reported = (error: unknown, detail: unknown, body: unknown): PlatformError => {
  const { message, code } = Object(error) as Members;
  const said = [message, detail, error].find((text) => typeof text === 'string');
  return new PlatformError('http', said ?? 'The service reported a failure', {
    code: typeof code === 'number' ? `${code}` : (code as string | undefined),
    body,
  });
};
