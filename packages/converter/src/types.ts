/** The health of the converter. */
export interface ConverterHealth {
  /** The status: `ok`. */
  readonly status: string;
  /** The server's time. */
  readonly time: string;
}

/** Options for converting pages. */
export interface PageFlags {
  /** Also stores the images of the pages. Default: true. */
  downloadImages?: boolean;
  /** Adds the title, URL and date at the beginning of each page. Default: true. */
  frontMatter?: boolean;
}

/** A page to convert. */
export interface ConverterConvertInput extends PageFlags {
  /** The URL of the page: `http` or `https`. */
  url: string;
}

/** Pages to convert. */
export interface ConverterBatchInput extends PageFlags {
  /** The URLs of the pages: at least one, each `http` or `https`. */
  urls: readonly string[];
}

/** A site to crawl. */
export interface ConverterCrawlInput {
  /** The first page: `http` or `https`. */
  url: string;
  /** The maximum number of links between the first page and any other page. Default: 3. */
  depth?: number;
  /** The maximum number of pages. Default: 50. */
  maxPages?: number;
  /** Only lists the pages, without converting them. Default: false. */
  treeOnly?: boolean;
}

/** A site to crawl, and the folder for its pages. */
export interface ConverterCrawlToInput extends Omit<ConverterCrawlInput, 'treeOnly'> {
  /** A path on this machine. Missing folders are created. */
  folder: string;
}

/** Pages to convert, and the folder for them. */
export interface ConverterBatchToInput extends ConverterBatchInput {
  /** A path on this machine. Missing folders are created. */
  folder: string;
}

/** The input of a job, as it is sent. */
export type Streamed<Input> = Input & {
  /** Current deployments stream only if this is set. Other deployments ignore this field. Default: none. */
  format?: 'stream';
};

/** Metadata that the page itself contains. */
export interface PageMetadata {
  /** The title of the page, or null. */
  readonly title?: string | null;
  /** The author of the page, or null. */
  readonly byline?: string | null;
  /** A description or the beginning of the page, or null. */
  readonly excerpt?: string | null;
}

/** A page as Markdown. */
export interface ConverterConvertResult {
  readonly success: boolean;
  readonly url: string;
  readonly markdown: string;
  /** Metadata that the page itself contains. */
  readonly metadata?: PageMetadata;
  /** The quality of the main content, as the service measures it. */
  readonly quality?: Readonly<Record<string, unknown>>;
}

/** The outcome of one page of a batch. */
export interface BatchItem {
  readonly url: string;
  readonly success: boolean;
  /** The page as Markdown. Undefined if the page failed. */
  readonly markdown?: string;
  /** The reason for a failure. */
  readonly error?: string;
}

/** The outcome of each page of a batch, even if every page failed. */
export interface ConverterBatchResult {
  readonly success: boolean;
  /** The outcome of each page of the input. A page without a readable result or without Markdown counts as failed. */
  readonly results: BatchItem[];
  /** The complete input. The client adds it for `batch.resume`. */
  readonly input: ConverterBatchInput;
}

/** The received part of an interrupted batch, in `received` of its error. */
export interface BatchJobReceived extends JobReceived {
  /** The pages that the log reported. */
  readonly results: readonly BatchItem[];
  readonly input: ConverterBatchInput;
}

/** The log of a failed job, in `received` of its error. */
export interface JobReceived {
  /** The last 200 lines of the log. */
  readonly log: readonly string[];
}

/** The pages of a site, or the outcome of its crawl. */
export interface ConverterCrawlResult {
  readonly success: boolean;
  /** The service's message about the outcome. Undefined with `treeOnly`. */
  readonly message?: string;
  /** The tree of pages, as a string or as objects. Only with `treeOnly`. */
  readonly tree?: unknown;
  /** The URLs of the pages. Only with `treeOnly`. */
  readonly urls?: string[];
  /** The limits of the crawl. Only with `treeOnly`. */
  readonly stats?: {
    /** The maximum number of links between the first page and any other page. */
    readonly depth?: number;
    /** The maximum number of pages. */
    readonly maxPages?: number;
  };
  /** True if the log ended successfully without a final JSON. `message` is then the last line. */
  readonly fromLog?: true;
}

/** A line of the log, without its colour codes. */
export interface JobLogEvent {
  readonly type: 'log';
  readonly text: string;
}

/** A line of the log that reports progress. Within a job, `percent` never decreases. */
export interface JobProgressEvent {
  readonly type: 'progress';
  readonly text: string;
  /** The progress, from 0 to 100. */
  readonly percent: number;
  /** The number of finished items. Undefined if the line contains only a percentage. */
  readonly current?: number;
  /** The total number of items. Undefined if the line contains only a percentage. */
  readonly total?: number;
}

/** The end of a job. */
export interface JobResultEvent<Result> {
  readonly type: 'result';
  readonly result: Result;
}

/** An event of a job. */
export type JobEvent<Result> = JobLogEvent | JobProgressEvent | JobResultEvent<Result>;
