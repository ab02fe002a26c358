import {
  anything,
  boolean,
  filledList,
  integerIn,
  list,
  nullable,
  number,
  object,
  oneOf,
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
import { startBatch } from './batch.ts';
import { startCrawl } from './crawl.ts';
import { hasMarkdown } from './final.ts';
import { startJob, type Job } from './job.ts';
import type {
  Batch,
  BatchItem,
  BatchResult,
  Conversion,
  Converted,
  Crawl,
  CrawlResult,
  Health,
  PageFlags,
  PageMetadata,
  Streamed,
} from './types.ts';

const errors = [400, 'VALIDATION_ERROR', 429, 'RATE_LIMITED', 500, 'TIMEOUT', 'BROWSER_ERROR', 'INTERNAL_ERROR', 503] as const;
const job = {
  method: 'POST',
  credentials: 'token',
  attach: access,
  accept: 'text/plain',
  retry: 'never',
  generates: true,
  errors,
} as const;

const address = text({
  pattern: /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#[\]])[^\s/?#[\]]*(?:[/?#]|$)/i,
  message: 'must be an http or https address',
});
const format = optional(oneOf('stream'));
const flags: Fields<PageFlags> = { downloadImages: optional(boolean), frontMatter: optional(boolean) };
const maybeText = optional(nullable(string));
const atLeastOne = optional(integerIn({ minimum: 1 }));

const converted: SchemaData = object<Converted>({
  success: boolean,
  url: string,
  markdown: string,
  metadata: optional(object<PageMetadata>({ title: maybeText, byline: maybeText, excerpt: maybeText })),
  quality: optional(record(anything)),
});
const batchResult: SchemaData = object<Omit<BatchResult, 'input'>>({
  success: boolean,
  results: list(object<BatchItem>({ url: string, success: boolean, markdown: optional(string), error: optional(string) })),
});
const crawlResult: SchemaData = object<Omit<CrawlResult, 'fromLog'>>({
  success: boolean,
  message: optional(string),
  tree: anything,
  urls: optional(list(string)),
  stats: optional(object<NonNullable<CrawlResult['stats']>>({ depth: optional(number), maxPages: optional(number) })),
});

/** Returns whether the converter is up, and its time. */
export const health = operation({
  method: 'GET',
  path: '/api/health',
  credentials: 'token',
  attach: access,
  input: object<{}>({}),
  output: object<Health>({ status: string, time: string }),
  retry: 'safe',
});

/** Converts a page to Markdown in a browser of the server, and reports its progress. Leaving its loop ends the work on the server. */
export const convert: StreamOperation<Streamed<Conversion>, Job<Converted>> = streamOperation(
  operation({
    ...job,
    path: '/api/convert',
    input: object<Streamed<Conversion>>({ url: address, ...flags, format }),
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

/** Converts pages to Markdown, and reports the outcome of each. Leaving its loop closes the connection, but servers may finish the batch. */
export const batch: StreamOperation<Streamed<Batch>, Job<BatchResult>> = streamOperation(
  operation({
    ...job,
    path: '/api/batch',
    ownOptions: ['before'],
    input: object<Streamed<Batch>>({ urls: filledList(address), ...flags, format }),
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

/** Crawls a site and keeps its pages as Markdown for `download`, or only finds them. Leaving its loop ends the work on the server. */
export const crawl: StreamOperation<Streamed<Crawl>, Job<CrawlResult>> = streamOperation(
  operation({
    ...job,
    path: '/api/crawl',
    input: object<Streamed<Crawl>>({
      url: address,
      depth: optional(integerIn({ minimum: 0 })),
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
