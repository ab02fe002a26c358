import type { SkipToken } from '@tanstack/query-core';
import type { Arguments, Callable, InputOf, StreamMethod, TextStream } from './methods.ts';
import type { KeyOptions } from './query-key.ts';
import { commonSettings, type CommonSettings } from './settings.ts';

/** The data of a streamed query. The text grows while the stream is read, and the result follows at its end. */
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
   * Creates the options of a query whose data grows while a stream is read: `useQuery(streamedQuery(memory.chatStream, { session_id, message }))`.
   * The query is sent once, and never refetched automatically, because chats are billed.
   */
  <Of extends StreamMethod>(method: Of, ...of: Arguments<Of, KeyOptions>): StreamedQuerySettings<ResultOf<Of>>;
  <Of extends StreamMethod>(
    method: Of,
    input: InputOf<Of> | SkipToken,
    options?: KeyOptions,
  ): StreamedQuerySettings<ResultOf<Of>, SkipToken>;
  /** Accepts the `skipToken` of another copy of TanStack Query, whose type differs. */
  <Of extends StreamMethod, const Token extends symbol>(
    method: Of,
    input: InputOf<Of> | Token,
    options?: KeyOptions,
  ): StreamedQuerySettings<ResultOf<Of>, Token>;
}

/**
 * Creates the options of a query whose data grows while a stream is read: `useQuery(streamedQuery(memory.chatStream, { session_id, message }))`.
 * The query is sent once, and never refetched automatically, because chats are billed.
 */
export const streamedQuery = ((method: Callable<TextStream>, input?: unknown, options?: KeyOptions): StreamedQuerySettings<unknown> =>
  commonSettings(method, 'streamedQuery', input, options, async ({ signal }, { client, queryKey }) => {
    const stream = method(input, { signal });
    let text = '';
    for await (const piece of stream.text()) client.setQueryData(queryKey, { text: (text += piece) });
    return { text, result: await stream.final() };
  })) as StreamedQueryFunction;
