/** The health of the converter. */
export interface ConverterHealth {
  /** `ok`. */
  readonly status: string;
  /** The server's time. */
  readonly time: string;
}

/** Options for the pages. */
export interface PageFlags {
  /** Stores the images of the pages too. Default: true. */
  downloadImages?: boolean;
  /** Begins each page with its title, address and date. Default: true. */
  frontMatter?: boolean;
}

/** A page to convert. */
export interface ConverterConvertInput extends PageFlags {
  /** `http` or `https`. */
  url: string;
}

/** Pages to convert. */
export interface ConverterBatchInput extends PageFlags {
  /** At least one, each `http` or `https`. */
  urls: readonly string[];
}

/** A site to crawl. */
export interface ConverterCrawlInput {
  /** The first page: `http` or `https`. */
  url: string;
  /** The greatest number of links between a page and the first. Default: 3. */
  depth?: number;
  /** The greatest number of pages. Default: 50. */
  maxPages?: number;
  /** Only finds the pages, and converts none. Default: false. */
  treeOnly?: boolean;
}

/** A site to crawl, and the folder for its pages. */
export interface ConverterCrawlToInput extends Omit<ConverterCrawlInput, 'treeOnly'> {
  /** A path on this machine. Missing folders are made. */
  folder: string;
}

/** Pages to convert, and the folder for them. */
export interface ConverterBatchToInput extends ConverterBatchInput {
  /** A path on this machine. Missing folders are made. */
  folder: string;
}

/** An input as it is sent. */
export type Streamed<Input> = Input & {
  /** Current deployments stream only with it; others ignore it. Default: none. */
  format?: 'stream';
};

/** The page's own metadata. */
export interface PageMetadata {
  /** The title of the page; null for none. Absent when the service does not send it. */
  readonly title?: string | null;
  /** The author of the page; null for none. Absent when the service does not send it. */
  readonly byline?: string | null;
  /** A description or the beginning of the page; null for none. Absent when the service does not send it. */
  readonly excerpt?: string | null;
}

/** A page as Markdown. */
export interface ConverterConvertResult {
  readonly success: boolean;
  readonly url: string;
  readonly markdown: string;
  /** The page's own metadata. Absent when the service does not send it. */
  readonly metadata?: PageMetadata;
  /** The quality of the main content, in the service's own measures. Absent when the service does not send it. */
  readonly quality?: Readonly<Record<string, unknown>>;
}

/** The outcome of one page of a batch. */
export interface BatchItem {
  readonly url: string;
  readonly success: boolean;
  /** The page as Markdown. Absent for a page that failed. */
  readonly markdown?: string;
  /** The reason of a failure. Absent for a page that was converted, and when the server does not send it. */
  readonly error?: string;
}

/** The outcome of each page of a batch. A batch of which every page failed is a result too. */
export interface ConverterBatchResult {
  readonly success: boolean;
  /** One for each page of the input. A page without a readable result, or without its Markdown, is a failed one. */
  readonly results: BatchItem[];
  /** The whole input, for `batch.resume`. Added by the client. */
  readonly input: ConverterBatchInput;
}

/** The state of a batch that broke off: `received` of its error. */
export interface BatchJobReceived extends JobReceived {
  /** Pages that the log reported. */
  readonly results: readonly BatchItem[];
  readonly input: ConverterBatchInput;
}

/** The log of a job that failed: `received` of its error. */
export interface JobReceived {
  /** The last 200 lines of the log. */
  readonly log: readonly string[];
}

/** The pages of a site, or the outcome of its crawl. */
export interface ConverterCrawlResult {
  readonly success: boolean;
  /** The outcome in the service's own words. Absent with `treeOnly`, and when the service does not send it. */
  readonly message?: string;
  /** The pages in their tree, as text or as objects. Absent without `treeOnly`. */
  readonly tree?: unknown;
  /** The addresses of the pages. Absent without `treeOnly`. */
  readonly urls?: string[];
  /** The limits of the crawl. Absent without `treeOnly`. */
  readonly stats?: {
    /** The greatest number of links between a page and the first. Absent when the service does not send it. */
    readonly depth?: number;
    /** The greatest number of pages. Absent when the service does not send it. */
    readonly maxPages?: number;
  };
  /** True when the log ended successfully without a final JSON: `message` is the last line. Added by the client; absent with a final JSON. */
  readonly fromLog?: true;
}

/** A line of the log, without the codes that colour it in a terminal. */
export interface JobLogEvent {
  readonly type: 'log';
  readonly text: string;
}

/** A line of the log that counts the work. Within a job, `percent` never falls. */
export interface JobProgressEvent {
  readonly type: 'progress';
  readonly text: string;
  /** From 0 to 100. */
  readonly percent: number;
  /** The number of finished items. Absent when the line contains only a percentage. */
  readonly current?: number;
  /** The number of all items. Absent when the line contains only a percentage. */
  readonly total?: number;
}

/** The end of a job. */
export interface JobResultEvent<Result> {
  readonly type: 'result';
  readonly result: Result;
}

/** An event of a job. */
export type JobEvent<Result> = JobLogEvent | JobProgressEvent | JobResultEvent<Result>;
