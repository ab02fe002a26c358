import { isPlatformError, type StreamOptions } from '@platform-sdk/core';
import { inputError, type Opened } from '@platform-sdk/core/contract';
import { startJob, type Job } from './job.ts';
import { itemOf } from './log.ts';
import type { Batch, BatchItem, BatchReceived, BatchResult } from './types.ts';

/** A batch that goes on with one that came before it; the client's own. */
export interface BatchOptions extends StreamOptions {
  /** The whole of what is wanted, and what is there of it. */
  readonly before?: BatchReceived;
}

/** An address as every server understands it, however it is worded. */
const keyOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);

/** Every page once, in the order they were asked for, others last; what is new replaces what was there. */
const merged = (input: Batch, ...lists: readonly unknown[]): BatchItem[] => {
  const found = lists.flat().filter((item): item is BatchItem => typeof (Object(item) as BatchItem).url === 'string');
  const items = new Map(found.map((item) => [keyOf(item.url), item]));
  return [...new Set([...input.urls.map(keyOf), ...items.keys()])].flatMap((key) => items.get(key) ?? []);
};

/** Makes a job of a batch, or of what is left of one. */
export const startBatch = (
  name: string,
  open: (left?: AbortSignal) => Promise<Opened>,
  options: BatchOptions,
  sent: Batch,
): Job<BatchResult> => {
  const { before } = options;
  const input = before?.input ?? sent;
  const heard: BatchItem[] = [];
  return startJob<BatchResult>(name, open, options, {
    needs: 'results',
    hasContent: ({ results }) => Array.isArray(results),
    isPartial: ({ results }) => Array.isArray(results) && results.length > 0,
    isOfJob: ({ url }) => url === undefined,
    line: ({ members }) => {
      const item = itemOf(members);
      if (item) heard.push(item);
    },
    complete: (result) => ({ ...result, results: merged(input, before?.results ?? [], result.results), input }),
    received: (received) => ({ ...received, results: merged(input, before?.results ?? [], heard), input }),
  });
};

/** What a batch left: its result, or the error that it broke off with. */
export type BrokenBatch = BatchResult | BatchReceived | Error;

/** What is known of an earlier batch, and which pages failed in it or were not reached. */
export const leftOf = (earlier: unknown): { before: BatchReceived; urls: string[] } => {
  const found = (isPlatformError(earlier) ? earlier.received : earlier) as Partial<BatchReceived> | undefined;
  const { input, results = [], log = [] } = found ?? {};
  const isList: boolean = Array.isArray(input?.urls);
  if (!input || !isList) throw inputError('converter.batch.resume: it takes the result of a batch, or its error', 'input');
  const done = new Set(results.filter(({ success }) => success).map(({ url }) => keyOf(url)));
  return { before: { input, results, log }, urls: input.urls.filter((url) => !done.has(keyOf(url))) };
};
