/** How the converter is. */
export interface Health {
  /** `ok`. */
  readonly status: string;
  /** The server's time. */
  readonly time: string;
}

/** What becomes of the pages. */
export interface PageFlags {
  /** Brings the pages' images along: true when absent. */
  downloadImages?: boolean;
  /** Begins each page with its title, address and the like: true when absent. */
  frontMatter?: boolean;
}

/** A page to convert. */
export interface Conversion extends PageFlags {
  /** `http` or `https`. */
  url: string;
}

/** Pages to convert. */
export interface Batch extends PageFlags {
  /** At least one, each `http` or `https`. */
  urls: readonly string[];
}

/** A site to go through. */
export interface Crawl {
  /** Where it begins: `http` or `https`. */
  url: string;
  /** How many links deep: 3 when absent. */
  depth?: number;
  /** How many pages at most: 50 when absent. */
  maxPages?: number;
  /** Only finds the pages, and converts none: false when absent. */
  treeOnly?: boolean;
}

/** An input as it is sent: current deployments stream only when they are asked to. */
export type Streamed<Input> = Input & { format?: 'stream' };

/** What a page says of itself. */
export interface PageMetadata {
  readonly title?: string | null;
  readonly byline?: string | null;
  readonly excerpt?: string | null;
}

/** A page as Markdown. */
export interface Converted {
  readonly success: boolean;
  readonly url: string;
  readonly markdown: string;
  readonly metadata?: PageMetadata;
  /** How well the main content was found. */
  readonly quality?: Readonly<Record<string, unknown>>;
}

/** What became of one page of a batch. */
export interface BatchItem {
  readonly url: string;
  readonly success: boolean;
  readonly markdown?: string;
  /** Why there is no Markdown. */
  readonly error?: string;
}

/** What became of each page of a batch: also a batch of which every page failed is a success of its own. */
export interface BatchResult {
  readonly success: boolean;
  /** One for each page that was reached. */
  readonly results: BatchItem[];
  /** What was asked for, for `batch.resume`. Added by the client. */
  readonly input: Batch;
}

/** What is known of a batch that broke off: `received` of its error. */
export interface BatchReceived extends Received {
  /** Pages that the log reported. */
  readonly results: readonly BatchItem[];
  readonly input: Batch;
}

/** What an error of a job carries. */
export interface Received {
  /** The last 200 lines of the log. */
  readonly log: readonly string[];
}

/** The pages of a site, or how its crawl went. */
export interface CrawlResult {
  readonly success: boolean;
  /** How it went. */
  readonly message?: string;
  /** With `treeOnly`: the pages, as they hang together. */
  readonly tree?: unknown;
  /** With `treeOnly`. */
  readonly urls?: string[];
  readonly stats?: { readonly depth?: number; readonly maxPages?: number };
  /** The answer had no final JSON, as happens with a full crawl: `message` is the last line of the log. Added by the client. */
  readonly fromLog?: true;
}

/** A line of the log, without the codes that colour it in a terminal. */
export interface LogEvent {
  readonly type: 'log';
  readonly text: string;
}

/** A line of the log that tells how far the work is. */
export interface ProgressEvent {
  readonly type: 'progress';
  readonly text: string;
  /** Of 100. */
  readonly percent: number;
  /** How many are done, where the line counts. */
  readonly current?: number;
  /** Of how many. */
  readonly total?: number;
}

/** The end of a job. */
export interface ResultEvent<Result> {
  readonly type: 'result';
  readonly result: Result;
}

/** What a job tells. */
export type JobEvent<Result> = LogEvent | ProgressEvent | ResultEvent<Result>;
