import type { StreamOptions } from '@platform-sdk/core';
import type { ConverterBatchResult, ConverterCrawlResult, JobLogEvent, JobProgressEvent } from './types.ts';

/** The options of a job that writes its pages to disk. */
export interface SaveJobOptions extends StreamOptions {
  /** Called with every line of the job's log. Errors and rejections of the callback are ignored. Default: none. */
  readonly onProgress?: (event: JobLogEvent | JobProgressEvent) => void;
  /** Replaces existing files. Default: false; existing files are an error. */
  readonly overwrite?: boolean;
}

/** A crawled site on disk. */
export interface SavedCrawl {
  readonly result: ConverterCrawlResult;
  /** The paths of the files below the folder, with slashes. */
  readonly files: readonly string[];
}

/** The pages of a batch on disk. */
export interface SavedBatch {
  /** The outcome of each page. `batch.resume` accepts it. */
  readonly result: ConverterBatchResult;
  /** The path of each converted page below the folder, by its URL. */
  readonly files: ReadonlyMap<string, string>;
}
