import type { SkipToken } from '@tanstack/query-core';
import type { Arguments, Callable, InputOf, StreamMethod, TextStream } from './methods.ts';
import type { KeyOptions } from './query-key.ts';
import { commonSettings, type CommonSettings } from './settings.ts';

/** An event stream as query data: the text grows, then the result follows. */
export interface StreamedData<Result> {
  readonly text: string;
  /** The complete result. Undefined until the stream ends. */
  readonly result?: Result;
}

/** Options of a streamed query, for any adapter of TanStack Query. `Skipped` is the type of the skip token, if the query can be skipped. */
export interface StreamedQuerySettings<Result, Skipped = never> extends CommonSettings<StreamedData<Result>, Skipped> {}

type ResultOf<Of extends StreamMethod> = Awaited<ReturnType<ReturnType<Of>['final']>>;

interface StreamedQueryFunction {
  /**
   * Makes the options of a query whose data grows as a stream is read: `useQuery(streamedQuery(memory.chatStream, { session_id, message }))`.
   * It is sent once, and never refetched when it is stale, because chats are billed.
   */
  <Of extends StreamMethod>(method: Of, ...of: Arguments<Of, KeyOptions>): StreamedQuerySettings<ResultOf<Of>>;
  <Of extends StreamMethod>(
    method: Of,
    input: InputOf<Of> | SkipToken,
    options?: KeyOptions,
  ): StreamedQuerySettings<ResultOf<Of>, SkipToken>;
  /** The same, with the `skipToken` of another copy of TanStack Query, whose type differs. */
  <Of extends StreamMethod, const Token extends symbol>(
    method: Of,
    input: InputOf<Of> | Token,
    options?: KeyOptions,
  ): StreamedQuerySettings<ResultOf<Of>, Token>;
}

/**
 * Makes the options of a query whose data grows as a stream is read: `useQuery(streamedQuery(memory.chatStream, { session_id, message }))`.
 * It is sent once, and never refetched when it is stale, because chats are billed.
 */
export const streamedQuery = ((method: Callable<TextStream>, input?: unknown, options?: KeyOptions): StreamedQuerySettings<unknown> =>
  commonSettings(method, 'streamedQuery', input, options, async ({ signal }, { client, queryKey }) => {
    const stream = method(input, { signal });
    let text = '';
    for await (const piece of stream.text()) client.setQueryData(queryKey, { text: (text += piece) });
    return { text, result: await stream.final() };
  })) as StreamedQueryFunction;
