import {
  unknown,
  boolean,
  nonEmptyArray,
  integer,
  array,
  nullable,
  number,
  object,
  enumOf,
  operation,
  streamOperation,
  optional,
  record,
  string,
  text,
  type Fields,
  type SchemaData,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import { access } from './access.ts';
import { batchOptions, startBatch } from './batch.ts';
import { startCrawl } from './crawl.ts';
import { hasMarkdown } from './final.ts';
import { startJob, type ConverterJob } from './job.ts';
import type {
  ConverterBatchInput,
  BatchItem,
  ConverterBatchResult,
  ConverterConvertInput,
  ConverterConvertResult,
  ConverterCrawlInput,
  ConverterCrawlResult,
  ConverterHealth,
  PageFlags,
  PageMetadata,
  Streamed,
} from './types.ts';

const errors = [400, 'VALIDATION_ERROR', 429, 'RATE_LIMITED', 500, 'TIMEOUT', 'BROWSER_ERROR', 'INTERNAL_ERROR', 503] as const;
const job = {
  method: 'POST',
  credentials: 'token',
  authenticate: access,
  accept: 'text/plain',
  retry: 'non-idempotent',
  generates: true,
  // Jobs change only a site's archive, which is not cached.
  invalidates: [],
  errors,
} as const;

const address = text({
  pattern: /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#[\]])[^\s/?#[\]]*(?:[/?#]|$)/i,
  message: 'must be an http or https address',
});
const format = optional(enumOf('stream'));
const flags: Fields<PageFlags> = { downloadImages: optional(boolean), frontMatter: optional(boolean) };
const maybeText = optional(nullable(string));
type JobFailure = (typeof errors)[number];
const atLeastOne = optional(integer({ minimum: 1 }));

const converted: SchemaData = object<ConverterConvertResult>({
  success: boolean,
  url: string,
  markdown: string,
  metadata: optional(object<PageMetadata>({ title: maybeText, byline: maybeText, excerpt: maybeText })),
  quality: optional(record(unknown)),
});
const batchResult: SchemaData = object<Omit<ConverterBatchResult, 'input'>>({
  success: boolean,
  results: array(object<BatchItem>({ url: string, success: boolean, markdown: optional(string), error: optional(string) })),
});
const crawlResult: SchemaData = object<Omit<ConverterCrawlResult, 'fromLog'>>({
  success: boolean,
  message: optional(string),
  tree: unknown,
  urls: optional(array(string)),
  stats: optional(object<NonNullable<ConverterCrawlResult['stats']>>({ depth: optional(number()), maxPages: optional(number()) })),
});

/** Returns the status and the time of the converter. */
export const health = operation({
  method: 'GET',
  path: '/api/health',
  credentials: 'token',
  authenticate: access,
  input: object<{}>({}),
  output: object<ConverterHealth>({ status: string, time: string }),
  retry: 'safe',
});

/** Converts a page to Markdown in a browser on the server, and reports its progress. Ending the loop early stops the work on the server. */
export const convert: StreamOperation<Streamed<ConverterConvertInput>, ConverterJob<ConverterConvertResult>, JobFailure> = streamOperation(
  operation({
    ...job,
    path: '/api/convert',
    input: object<Streamed<ConverterConvertInput>>({ url: address, ...flags, format }),
    output: converted,
    undocumented: {
      format: 'published',
      success: 'published',
      url: 'published',
      markdown: 'published',
      metadata: 'published',
      'metadata.title': 'published',
      'metadata.byline': 'published',
      'metadata.excerpt': 'published',
      quality: 'published',
    },
  }),
  (open, _, options, name) => startJob(name, open, options, { needs: 'markdown', hasContent: hasMarkdown }),
);

/** Converts pages to Markdown, and reports the outcome of each page. Ending the loop early closes the connection, but servers may finish the batch. */
export const batch: StreamOperation<Streamed<ConverterBatchInput>, ConverterJob<ConverterBatchResult>, JobFailure> = streamOperation(
  operation({
    ...job,
    path: '/api/batch',
    options: batchOptions,
    input: object<Streamed<ConverterBatchInput>>({ urls: nonEmptyArray(address), ...flags, format }),
    output: batchResult,
    undocumented: {
      format: 'published',
      success: 'published',
      results: 'published',
      'results.url': 'published',
      'results.success': 'published',
      'results.markdown': 'published',
      'results.error': 'published',
    },
  }),
  (open, { format: _, ...input }, options, name) => startBatch(name, open, options, input),
);

/** Crawls a site and stores its pages as Markdown for `download`, or only lists them. Ending the loop early stops the work on the server. */
export const crawl: StreamOperation<Streamed<ConverterCrawlInput>, ConverterJob<ConverterCrawlResult>, JobFailure> = streamOperation(
  operation({
    ...job,
    path: '/api/crawl',
    input: object<Streamed<ConverterCrawlInput>>({
      url: address,
      depth: optional(integer({ minimum: 0 })),
      maxPages: atLeastOne,
      treeOnly: optional(boolean),
      format,
    }),
    output: crawlResult,
    undocumented: {
      format: 'published',
      success: 'published',
      message: 'published',
      tree: 'published',
      urls: 'published',
      stats: 'published',
      'stats.depth': 'published',
      'stats.maxPages': 'published',
    },
  }),
  (open, input, options, name) => startCrawl(name, open, options, input),
);

export { download } from './archive/download.ts';
