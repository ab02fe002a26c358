import { isPlatformError } from '@platform-sdk/core';
import type { GatewayChatResult, Delta, Usage } from '@platform-sdk/gateway';
import type { Call } from '../../routing/service.ts';
import type { Generation } from './generation.ts';
import { replyOf } from './reply.ts';

/** The fields at the start of every part of a response. */
type Head = Pick<GatewayChatResult, 'id' | 'created' | 'model'>;

/** A response in progress. */
export interface Making {
  readonly head: Head;
  readonly generation: Generation;
  readonly headers: Readonly<Record<string, string>>;
  /** Renames a document's fields to those of the deployment. */
  readonly toWireNames: Call['toWireNames'];
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Called when the response ends. `isLeft` is true if the client has disconnected. */
  readonly ended: (isLeft: boolean) => void;
}

/** Responds with one JSON document. */
export const answerWhole = async ({ head, generation, headers, toWireNames, signal, ended }: Making): Promise<Response> => {
  try {
    const deltas: Delta[] = [];
    for await (const delta of generation.deltas(signal)) deltas.push(delta);
    const choices = [{ index: 0, message: replyOf(deltas), finish_reason: generation.reason() }];
    const completion: GatewayChatResult = { ...head, object: 'chat.completion', choices, usage: generation.usage() };
    return Response.json(toWireNames(completion), { headers: { ...headers } });
  } finally {
    ended(signal.aborted);
  }
};

/** Responds with a stream of events. Produces events only as fast as the client reads. Rejects if the model fails before its first event. */
export const answerStream = async (making: Making, countApart: boolean): Promise<Response> => {
  const { generation, headers, signal, ended } = making;
  const controller = new AbortController();
  const events = eventsOf(making, controller.signal, countApart);
  const encoder = new TextEncoder();
  const end = (isLeft: boolean): void => {
    signal.removeEventListener('abort', leave);
    controller.abort();
    ended(isLeft);
  };
  const leave = (): void => end(true);
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  try {
    await generation.begin?.(controller.signal);
  } catch (error) {
    end(signal.aborted);
    throw error;
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(to) {
        const { done, value } = await events.next();
        if (value) to.enqueue(encoder.encode(`data: ${value.data}\n\n`));
        // The client may stop reading after the last event, so the stream ends here.
        if (!done && !value.isLast) return;
        end(signal.aborted);
        to.close();
      },
      cancel: leave,
    },
    // The stream produces nothing before the client reads.
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...headers, 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' } });
};

interface SentEvent {
  readonly data: string;
  readonly isLast?: boolean;
}

async function* eventsOf(
  { head, generation, toWireNames }: Making,
  signal: AbortSignal,
  countApart: boolean,
): AsyncGenerator<SentEvent, undefined> {
  const chunk = (choices: readonly object[], more: { readonly usage?: Usage } = {}): SentEvent => ({
    data: JSON.stringify(toWireNames({ ...head, object: 'chat.completion.chunk', choices, ...more })),
  });
  const part = (delta: object, finish_reason: string | null = null): object => ({ index: 0, delta, finish_reason });
  try {
    yield chunk([part(generation.opening)]);
    for await (const delta of generation.deltas(signal)) yield chunk([part(delta)]);
  } catch (error) {
    const message = isPlatformError(error) ? error.message : 'The model failed.';
    yield { data: JSON.stringify({ detail: message, error: { code: 'PROVIDER_ERROR', message } }), isLast: true };
    return;
  }
  if (signal.aborted) return;
  const usage = generation.usage();
  yield chunk([part({}, generation.reason())], countApart ? {} : { usage });
  if (countApart) yield chunk([], { usage });
  yield { data: '[DONE]', isLast: true };
}
