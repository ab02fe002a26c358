import type { ImageFiles } from './images.ts';
import { store } from '../state/store.ts';

/** A page that was converted. */
export interface PageRecord {
  /** Without the place within it. */
  readonly url: string;
  readonly title: string;
  readonly byline: string | null;
  readonly excerpt: string | null;
  /** What the archive holds, front matter included when it was asked for. */
  readonly markdown: string;
  /** The markdown without it. */
  readonly content: string;
  /** How many words the content has. */
  readonly words: number;
  readonly images: ImageFiles;
  readonly links: readonly string[];
  /** Of the platform's clock. */
  readonly convertedAt: string;
}

/** What was converted, by the name of its host and by its address. */
export const siteRecords = store('converted-pages', () => new Map<string, Map<string, PageRecord>>());

/** The work of a streamed call. */
export interface LocalConverterJob {
  readonly id: string;
  readonly operation: 'convert' | 'batch' | 'crawl';
  /** The addresses of the input. */
  readonly urls: readonly string[];
  /** `disconnected` when the client closed the connection before the end: nothing is fetched from then on. */
  readonly state: 'running' | 'completed' | 'failed' | 'disconnected';
  /** Every address it fetched, images and redirects included, oldest first. */
  readonly fetched: readonly string[];
  /** In milliseconds of the platform's clock. */
  readonly startedAt: number;
  /** In milliseconds of the platform's clock. Absent while the job is running. */
  readonly endedAt?: number;
}

/** A job as its own rule sees it. */
export type OpenJob = { -readonly [Name in keyof LocalConverterJob]: LocalConverterJob[Name] } & { fetched: string[] };

/** Oldest first. */
export const jobRecords = store('converter-jobs', (): OpenJob[] => []);
