import type { ImageFiles } from './images.ts';
import { store } from '../../state/store.ts';

export interface PageRecord {
  /** The URL without the fragment. */
  readonly url: string;
  readonly title: string;
  readonly byline: string | null;
  readonly excerpt: string | null;
  /** The Markdown for the archive, with front matter if requested. */
  readonly markdown: string;
  /** The Markdown without front matter. */
  readonly content: string;
  readonly words: number;
  readonly images: ImageFiles;
  readonly links: readonly string[];
  readonly convertedAt: string;
}

/** Converted pages, by host name and URL. */
export const siteRecords = store('converted-pages', () => new Map<string, Map<string, PageRecord>>());

/** A streamed converter call. */
export interface LocalConverterJob {
  readonly id: string;
  readonly operation: 'convert' | 'batch' | 'crawl';
  /** The URLs in the input. */
  readonly urls: readonly string[];
  /** `disconnected` means that the client closed the connection before the end. Nothing is fetched after that. */
  readonly state: 'running' | 'completed' | 'failed' | 'disconnected';
  /** Every fetched URL, including images and redirects, oldest first. */
  readonly fetched: readonly string[];
  /** The start, in milliseconds of the platform's clock. */
  readonly startedAt: number;
  /** The end, in milliseconds of the platform's clock. Absent while the job is running. */
  readonly endedAt?: number;
}

/** The mutable form of a job, for the code that runs the job. */
export type OpenJob = { -readonly [Name in keyof LocalConverterJob]: LocalConverterJob[Name] } & { fetched: string[] };

/** Jobs, oldest first. */
export const jobRecords = store('converter-jobs', (): OpenJob[] => []);
