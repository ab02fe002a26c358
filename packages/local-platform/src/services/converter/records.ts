import type { ImageFiles } from './images.ts';
import { store } from '../../state/store.ts';

/** A converted page. */
export interface PageRecord {
  /** Without the fragment. */
  readonly url: string;
  readonly title: string;
  readonly byline: string | null;
  readonly excerpt: string | null;
  /** The Markdown in the archive, with front matter if it was requested. */
  readonly markdown: string;
  /** The Markdown without front matter. */
  readonly content: string;
  /** How many words the content has. */
  readonly words: number;
  readonly images: ImageFiles;
  readonly links: readonly string[];
  /** From the platform's clock. */
  readonly convertedAt: string;
}

/** Converted pages by host name and address. */
export const siteRecords = store('converted-pages', () => new Map<string, Map<string, PageRecord>>());

/** A streamed call of the converter. */
export interface LocalConverterJob {
  readonly id: string;
  readonly operation: 'convert' | 'batch' | 'crawl';
  /** The addresses of the input. */
  readonly urls: readonly string[];
  /** `disconnected` when the client closed the connection before the end. Nothing is fetched after that. */
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
