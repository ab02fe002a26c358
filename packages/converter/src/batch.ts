import { isPlatformError, type StreamOptions } from '@platform-sdk/core';
import { inputError, type Opened, type SchemaData } from '@platform-sdk/core/contract';
import { startJob, type Job } from './job.ts';
import { itemOf } from './log.ts';
import type { Batch, BatchItem, BatchReceived, BatchResult } from './types.ts';

/** A batch that goes on with one that came before it; the client's own. */
export interface BatchOptions extends StreamOptions {
  /** The whole of what is wanted, and what is there of it. */
  readonly before?: BatchReceived;
}

/** Every page once, in the order they were asked for; what is new replaces what was there. */
const merged = (input: Batch, ...lists: readonly (readonly BatchItem[])[]): BatchItem[] => {
  const items = new Map(lists.flat().map((item) => [item.url, item]));
  const asked = [...new Set(input.urls)].flatMap((url) => items.get(url) ?? []);
  // A server may word an address otherwise than it was asked for.
  return [...asked, ...[...items.values()].filter(({ url }) => !input.urls.includes(url))];
};

/** Makes a job of a batch, or of what is left of one. */
export const startBatch = (
  name: string,
  open: () => Promise<Opened>,
  options: BatchOptions,
  sent: Batch,
  output: SchemaData,
): Job<BatchResult> => {
  const { before } = options;
  const input = before?.input ?? sent;
  const heard: BatchItem[] = [];
  return startJob<BatchResult>(name, open, options, {
    output,
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
  if (!input || !Array.isArray(input.urls))
    throw inputError('converter.batch.resume: it takes the result of a batch, or its error', 'input');
  const done = new Set(results.filter(({ success }) => success).map(({ url }) => url));
  return { before: { input, results, log }, urls: input.urls.filter((url) => !done.has(url)) };
};
