import {
  createClient,
  toPlatform,
  type Client,
  type Platform,
  type ServiceOptions,
  type StreamOptions,
  type TokenSource,
} from '@platform-sdk/core';
import type { Archive, DownloadOptions, SiteQuery } from './archive/types.ts';
import { leftOf, type BatchOptions, type BrokenBatch } from './batch.ts';
import * as contract from './contract.ts';
import type { Job } from './job.ts';
import type { Batch, BatchResult, Conversion, Converted, Crawl, CrawlResult } from './types.ts';

/** What this client alone is told: everything a platform can be, its address and its token. */
export interface ConverterOptions extends ServiceOptions {
  /** A Bearer, where the service wants one; the same as `tokens.converter`. */
  readonly token?: TokenSource;
}

/** Converts pages, and goes on with what did not get through. */
export interface BatchMethod {
  /** Converts pages to Markdown and reports what became of each; leaving its loop ends the work there. */
  (input: Batch, options?: StreamOptions): Job<BatchResult>;
  /** Sends only the pages that failed or were not reached in a batch, given its result or its error. The result is that of all pages. */
  resume(earlier: BrokenBatch, options?: StreamOptions): Job<BatchResult>;
}

/** Pages as Markdown. */
export interface ConverterClient extends Pick<Client<typeof contract>, 'health'> {
  /** Converts a page to Markdown. It tells how it goes; leaving its loop ends the work there. */
  convert(input: Conversion, options?: StreamOptions): Job<Converted>;
  /** Converts pages to Markdown and reports what became of each; leaving its loop ends the work there. */
  readonly batch: BatchMethod;
  /** Goes through a site and keeps its pages as Markdown for `download`, or only finds them; leaving its loop ends the work there. */
  crawl(input: Crawl, options?: StreamOptions): Job<CrawlResult>;
  /** Downloads everything that was crawled of a site, as a ZIP archive. */
  download(input: SiteQuery, options?: DownloadOptions): Promise<Archive>;
}

const format = 'stream';

/** Creates the client of the page-to-Markdown converter. */
export const createConverterClient = (given: Platform | ConverterOptions): ConverterClient => {
  const client = createClient({ name: 'converter', base: 'converter' }, contract, toPlatform(given, 'converter'));

  const batch = (input: Batch, options?: BatchOptions): Job<BatchResult> => client.batch({ ...input, format }, options);

  return {
    health: client.health,
    download: client.download,
    convert: (input, options) => client.convert({ ...input, format }, options),
    batch: Object.assign(batch, {
      resume(earlier: BrokenBatch, options?: StreamOptions): Job<BatchResult> {
        const { before, urls } = leftOf(earlier);
        const { input, results } = before;
        const own: BatchOptions = { ...options, before };
        if (urls.length > 0) return batch({ ...input, urls }, own);
        // Nothing is left, so nothing is sent.
        const result: BatchResult = { success: true, results: [...results], input };
        return {
          result: async () => result,
          async *[Symbol.asyncIterator]() {
            yield { type: 'result', result };
          },
        };
      },
    }),
    crawl: (input, options) => client.crawl({ ...input, format }, options),
  };
};
