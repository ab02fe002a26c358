import { isPlatformError, type StreamOptions } from '@platform-sdk/core';
import { anyObject, extended, optional, streamOptions, type Opened } from '@platform-sdk/core/contract';
import { inputError, isMembers } from '@platform-sdk/core/internal';
import { hasMarkdown, isError, isSuccess } from './final.ts';
import { startJob, type ConverterJob } from './job.ts';
import { itemOf } from './log.ts';
import type { ConverterBatchInput, BatchItem, BatchJobReceived, ConverterBatchResult } from './types.ts';

/** Internal options of a batch that continues an earlier batch. */
export interface BatchOptions extends StreamOptions {
  /** The input of the earlier batch, and its results so far. */
  readonly before?: BatchJobReceived;
}

export const batchOptions = extended<StreamOptions, BatchOptions>(streamOptions, { before: optional(anyObject<BatchJobReceived>()) });

/** Returns the normal form of a URL, so that different spellings identify the same page. */
const keyOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);

/** Reads the outcome of one page. A success without Markdown becomes a failure. Returns undefined if `url` or `success` is missing. */
const readItem = (value: unknown): BatchItem | undefined => {
  if (!isMembers(value)) return undefined;
  const { url, success } = value;
  if (typeof url !== 'string' || success === undefined || success === null) return undefined;
  const item = value as unknown as BatchItem;
  if (!isSuccess(success)) return success === false ? item : { ...item, success: false };
  if (hasMarkdown(value)) return success === true ? item : { ...item, success: true };
  return { ...item, success: false, error: isError(item.error) ? (item.error as string) : 'The response has no Markdown of this page.' };
};

/** Returns each page once, in the order of the input. Pages that the input does not contain come last. Later lists replace the outcomes of earlier lists. */
const merged = (input: ConverterBatchInput, ...lists: readonly unknown[]): BatchItem[] => {
  const found = lists.flat().flatMap((item) => readItem(item) ?? []);
  const items = new Map(found.map((item) => [keyOf(item.url), item]));
  return [...new Set([...input.urls.map(keyOf), ...items.keys()])].flatMap((key) => items.get(key) ?? []);
};

/** Returns a failed outcome for each page that `results` lacks. If both lists have the same length, an unknown URL in `results` belongs to the page at the same position. */
const missing = (sent: ConverterBatchInput, results: readonly unknown[]): BatchItem[] => {
  const items = results.map(readItem);
  const known = new Set(items.map((item) => item && keyOf(item.url)));
  const asked = new Set(sent.urls.map(keyOf));
  const isRenamed = (index: number): boolean => {
    const item = results.length === sent.urls.length ? items[index] : undefined;
    return item !== undefined && !asked.has(keyOf(item.url));
  };
  return sent.urls
    .filter((url, index) => !known.has(keyOf(url)) && !isRenamed(index))
    .map((url) => ({ url, success: false, error: 'The response has no readable result of this page.' }));
};

/** Creates the job of a batch, or of the remaining pages of an earlier batch. */
export const startBatch = (
  name: string,
  open: (abandoned?: AbortSignal) => Promise<Opened>,
  options: BatchOptions,
  sent: ConverterBatchInput,
): ConverterJob<ConverterBatchResult> => {
  const { before } = options;
  const input = before?.input ?? sent;
  const heard: BatchItem[] = [];
  return startJob<ConverterBatchResult>(name, open, options, {
    needs: 'results',
    hasContent: ({ results }) => Array.isArray(results),
    isPartial: ({ results }) => Array.isArray(results) && results.length > 0,
    isOfJob: ({ url }) => url === undefined,
    line: ({ members }) => {
      const item = itemOf(members);
      if (item) heard.push(item);
    },
    complete: (result) => {
      const lost = missing(sent, result.results);
      const results = merged(input, before?.results ?? [], lost, result.results);
      return { ...result, ...(lost.length > 0 && { success: false }), results, input };
    },
    received: (received) => ({ ...received, results: merged(input, before?.results ?? [], heard), input }),
  });
};

/** An unfinished batch: its result, or the error that ended it. */
export type UnfinishedBatch = ConverterBatchResult | BatchJobReceived | Error;

/** Returns the results of an earlier batch, and the URLs of the pages that failed or were not reached. */
export const leftOf = (earlier: unknown): { before: BatchJobReceived; urls: string[] } => {
  const found = (isPlatformError(earlier) ? earlier.received : earlier) as Partial<BatchJobReceived> | undefined;
  const { input, results = [], log = [] } = found ?? {};
  const isList: boolean = Array.isArray(input?.urls);
  if (!input || !isList) throw inputError('converter.batch.resume: the input must be the result of a batch, or its error', 'input');
  const done = new Set(results.filter(({ success }) => success).map(({ url }) => keyOf(url)));
  return { before: { input, results, log }, urls: input.urls.filter((url) => !done.has(keyOf(url))) };
};
