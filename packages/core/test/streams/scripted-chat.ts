import { isPlatformError, type StreamOptions } from '@platform-sdk/core';
import { completionChunks, eventStream, type EventStream } from '@platform-sdk/core/streams';
import { openedOf } from './opened.ts';

export type Members = Readonly<Record<string, unknown>>;

export interface Chunk {
  readonly choices: readonly { readonly index: number; readonly delta: { readonly content?: unknown } }[];
}

/** Creates a stream that reads `body` as a chat completion in the format of OpenAI. */
export const chatOf = (
  body: string | Uint8Array<ArrayBuffer>,
  type = 'text/event-stream',
  options: StreamOptions = {},
): EventStream<Chunk, Members> => {
  const open = async () => openedOf(body, type);
  return eventStream('notes.chat', open, completionChunks<Chunk, Members>(), options);
};

export const event = (...choices: readonly Members[]): string => `data: ${JSON.stringify({ choices })}\n\n`;
export const delta = (members: Members): string => event({ index: 0, delta: members });
export const stop = event({ index: 0, delta: {}, finish_reason: 'stop' });
export const done = 'data: [DONE]\n\n';
export const hi = delta({ content: 'Hi' });

/** Returns `complete` if the work succeeds, or else the kind of its error. */
export const kindOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'complete',
    (error: unknown) => (isPlatformError(error) ? error.kind : error),
  );
