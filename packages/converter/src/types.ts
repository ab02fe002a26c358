/** How the converter is. */
export interface Health {
  /** `ok`. */
  readonly status: string;
  /** The server's time. */
  readonly time: string;
}

/** What becomes of the pages. */
export interface PageFlags {
  /** Stores the images of the pages too. Default: true. */
  downloadImages?: boolean;
  /** Begins each page with its title, address and date. Default: true. */
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
  /** How many links a page is away from the first at most. Default: 3. */
  depth?: number;
  /** How many pages at most. Default: 50. */
  maxPages?: number;
  /** Only finds the pages, and converts none. Default: false. */
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

/** The outcome of one page of a batch. */
export interface BatchItem {
  readonly url: string;
  readonly success: boolean;
  readonly markdown?: string;
  /** The reason of a failure. Servers may leave it out. */
  readonly error?: string;
}

/** The outcome of each page of a batch. A batch of which every page failed is a result too. */
export interface BatchResult {
  readonly success: boolean;
  /** One for each page that was reached. */
  readonly results: BatchItem[];
  /** What was asked for, for `batch.resume`. Added by the client. */
  readonly input: Batch;
}

/** The state of a batch that broke off: `received` of its error. */
export interface BatchReceived extends Received {
  /** Pages that the log reported. */
  readonly results: readonly BatchItem[];
  readonly input: Batch;
}

/** The log of a job that failed: `received` of its error. */
export interface Received {
  /** The last 200 lines of the log. */
  readonly log: readonly string[];
}

/** The pages of a site, or how its crawl went. */
export interface CrawlResult {
  readonly success: boolean;
  /** How it went. */
  readonly message?: string;
  /** With `treeOnly`: the pages and how they are nested, as text or as objects. */
  readonly tree?: unknown;
  /** With `treeOnly`. */
  readonly urls?: string[];
  readonly stats?: { readonly depth?: number; readonly maxPages?: number };
  /** The response had no final JSON, and its log ended well: `message` is the line that says so. Added by the client. */
  readonly fromLog?: true;
}

/** A line of the log, without the codes that colour it in a terminal. */
export interface LogEvent {
  readonly type: 'log';
  readonly text: string;
}

/** A line of the log that counts the work. Within a job, `percent` never falls. */
export interface ProgressEvent {
  readonly type: 'progress';
  readonly text: string;
  /** Of 100. */
  readonly percent: number;
  /** How many are done. Absent where the line has only a percentage. */
  readonly current?: number;
  /** Of how many. Absent where the line has only a percentage. */
  readonly total?: number;
}

/** The end of a job. */
export interface ResultEvent<Result> {
  readonly type: 'result';
  readonly result: Result;
}

/** An event of a job. */
export type JobEvent<Result> = LogEvent | ProgressEvent | ResultEvent<Result>;
