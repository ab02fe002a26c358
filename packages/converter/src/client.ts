import type { Client, Platform, ServiceOptions, StreamOptions, TokenSource } from '@platform-sdk/core';
import {
  createClient,
  toPlatform,
  checkFields,
  required,
  withCombined,
  withOperationsOf,
  type FailuresOf,
} from '@platform-sdk/core/internal';
import type { Archive, DownloadOptions, ConverterDownloadInput } from './archive/types.ts';
import { leftOf, type BatchOptions, type UnfinishedBatch } from './batch.ts';
import * as contract from './contract.ts';
import { finishedJob, type ConverterJob } from './job.ts';
import type { SavedBatch, SavedCrawl, SaveJobOptions } from './saved-jobs.ts';
import type {
  ConverterBatchInput,
  ConverterBatchResult,
  ConverterBatchToInput,
  ConverterConvertInput,
  ConverterConvertResult,
  ConverterCrawlInput,
  ConverterCrawlResult,
  ConverterCrawlToInput,
} from './types.ts';

/** Options of a client without a platform: all options of a platform, the base URL of the converter and its token. */
export interface ConverterClientOptions extends ServiceOptions {
  /** A Bearer token, instead of `tokens.converter`. Default: `tokens.converter`; without either, calls send no credentials. */
  readonly token?: TokenSource;
}

/** Converts several pages. `resume` converts the pages that failed. */
export interface BatchMethod {
  /**
   * Converts pages to Markdown, and reports the outcome of each page. Ending the loop early closes the connection, but servers may finish
   * the batch and add its pages to the archive of their site.
   */
  (input: ConverterBatchInput, options?: StreamOptions): ConverterJob<ConverterBatchResult>;
  /** Takes the result or the error of a batch, and sends only the pages that failed or were not reached. The result covers all pages. */
  resume(earlier: UnfinishedBatch, options?: StreamOptions): ConverterJob<ConverterBatchResult>;
}

/** Converts web pages to Markdown. */
export interface ConverterClient extends Pick<Client<typeof contract>, 'health'> {
  /** Converts a page to Markdown, and reports its progress. Ending the loop early stops the work on the server. */
  readonly convert: ((input: ConverterConvertInput, options?: StreamOptions) => ConverterJob<ConverterConvertResult>) &
    FailuresOf<typeof contract.convert>;
  /** Converts pages to Markdown, and reports the outcome of each page. Ending the loop early does not stop the work on every server. */
  readonly batch: BatchMethod & FailuresOf<typeof contract.batch>;
  /** Crawls a site and stores its pages as Markdown for `download`, or only lists them. Ending the loop early stops the work on the server. */
  readonly crawl: ((input: ConverterCrawlInput, options?: StreamOptions) => ConverterJob<ConverterCrawlResult>) &
    FailuresOf<typeof contract.crawl>;
  /**
   * Crawls a site, downloads its archive and unpacks it into a folder; only in Node. Writes all files or none.
   * Throws before anything is sent if the folder cannot be written.
   */
  crawlTo(input: ConverterCrawlToInput, options?: SaveJobOptions): Promise<SavedCrawl>;
  /**
   * Converts pages to Markdown, and writes each page to `<host>/<path>.md` in the folder; only in Node. If a file exists, the call fails
   * before anything is sent, unless `overwrite` is set. A failed page appears in the result, without a file.
   */
  batchTo(input: ConverterBatchToInput, options?: SaveJobOptions): Promise<SavedBatch>;
  /** Downloads all crawled pages of a site, as a ZIP archive. */
  readonly download: ((input: ConverterDownloadInput, options?: DownloadOptions) => Promise<Archive>) &
    FailuresOf<typeof contract.download>;
}

const format = 'stream';

/** Creates the client of the page-to-Markdown converter. */
export const createConverterClient = (platformOrOptions: Platform | ConverterClientOptions): ConverterClient => {
  const platform = toPlatform(platformOrOptions, 'converter');
  const client = createClient({ name: 'converter', base: 'converter' }, contract, platform);

  const batch = (input: ConverterBatchInput, options?: BatchOptions): ConverterJob<ConverterBatchResult> =>
    client.batch({ ...input, format }, options);

  const crawl: ConverterClient['crawl'] = (input, options) => client.crawl({ ...input, format }, options);
  const resumable: BatchMethod = Object.assign(batch, {
    resume(earlier: UnfinishedBatch, options?: StreamOptions): ConverterJob<ConverterBatchResult> {
      const { before, urls } = leftOf(earlier);
      const { input, results } = before;
      const own: BatchOptions = { ...options, before };
      if (urls.length > 0) return batch({ ...input, urls }, own);
      // All pages are done, so nothing is sent.
      return finishedJob<ConverterBatchResult>({ success: true, results: [...results], input });
    },
  });
  const disk = () => required(import('#disk'), 'files');

  const crawlTo: ConverterClient['crawlTo'] = async (input, options = {}) => {
    const { folder, ...site } = Object(input) as typeof input;
    checkFields('converter.crawlTo', contract.crawl, site);
    return (await disk()).crawlTo({ crawl, download: client.download }, folder, site, options);
  };

  const batchTo: ConverterClient['batchTo'] = async (input, options = {}) => {
    const { folder, ...pages } = Object(input) as typeof input;
    checkFields('converter.batchTo', contract.batch, pages);
    return (await disk()).batchTo({ batch: resumable }, folder, pages, options);
  };

  return withOperationsOf(client, {
    health: client.health,
    download: client.download,
    convert: (input, options) => client.convert({ ...input, format }, options),
    batch: resumable,
    crawl,
    crawlTo: withCombined('converter.crawlTo', crawlTo, platform, [client.crawl, client.download]),
    batchTo: withCombined('converter.batchTo', batchTo, platform, [client.batch]),
  });
};
