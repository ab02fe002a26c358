export { type BatchMethod, createConverterClient, type ConverterClient, type ConverterClientOptions } from './client.ts';
export type { UnfinishedBatch } from './batch.ts';
export type { ArchiveProblem } from './archive/error.ts';
export { openArchive } from './archive/archive.ts';
export type {
  Archive,
  ArchiveContent,
  ArchiveEntry,
  ArchiveLimits,
  DownloadOptions,
  DownloadProgress,
  ArchiveExtractResult,
  ArchiveExtractOptions,
  ConverterDownloadInput,
} from './archive/types.ts';
export {
  isBrowserError,
  isConverterBusyError,
  isJobError,
  isPageTimeoutError,
  isRateLimitedError,
  isUnknownSiteError,
  isConverterValidationError,
  type ConverterError,
  type JobError,
  type RateLimitedError,
} from './errors.ts';
export type { ConverterJob } from './job.ts';
export type { SavedBatch, SavedCrawl, SaveJobOptions } from './saved-jobs.ts';
export type {
  ConverterBatchInput,
  ConverterBatchToInput,
  BatchItem,
  BatchJobReceived,
  ConverterBatchResult,
  ConverterConvertInput,
  ConverterConvertResult,
  ConverterCrawlInput,
  ConverterCrawlResult,
  ConverterCrawlToInput,
  ConverterHealth,
  JobEvent,
  JobLogEvent,
  PageFlags,
  PageMetadata,
  JobProgressEvent,
  JobReceived,
  JobResultEvent,
} from './types.ts';
