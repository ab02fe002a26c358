export { type BatchMethod, createConverterClient, type ConverterClient, type ConverterOptions } from './client.ts';
export type { BrokenBatch } from './batch.ts';
export type { ArchiveProblem } from './archive/error.ts';
export { openArchive } from './archive/archive.ts';
export type {
  Archive,
  ArchiveContent,
  ArchiveEntry,
  ArchiveLimits,
  DownloadOptions,
  DownloadProgress,
  Extracted,
  ExtractOptions,
  SiteQuery,
} from './archive/types.ts';
export {
  isBrowserError,
  isBusy,
  isJobFailure,
  isPageTimeout,
  isRateLimited,
  isUnknownSite,
  isValidationError,
  type ConverterError,
  type JobError,
} from './errors.ts';
export type { Job } from './job.ts';
export type {
  Batch,
  BatchItem,
  BatchReceived,
  BatchResult,
  Conversion,
  Converted,
  Crawl,
  CrawlResult,
  Health,
  JobEvent,
  LogEvent,
  PageFlags,
  PageMetadata,
  ProgressEvent,
  Received,
  ResultEvent,
} from './types.ts';
