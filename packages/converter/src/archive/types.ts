import type { StreamOptions } from '@platform-sdk/core';
import type { Download } from '@platform-sdk/core/contract';

/** What an archive may be. Whatever exceeds it is refused before and while it is unpacked. */
export interface ArchiveLimits {
  /** The archive itself, in bytes: 512 MiB by default. */
  readonly maxArchiveBytes?: number;
  /** Files and folders: 100,000 by default. */
  readonly maxEntries?: number;
  /** All files unpacked, in bytes: 1 GiB by default. */
  readonly maxTotalBytes?: number;
  /** One file unpacked, in bytes: 256 MiB by default. */
  readonly maxEntryBytes?: number;
  /** How many times its packed size a file may have, from 64 KiB on: 200 by default. */
  readonly maxRatio?: number;
}

/** Which archive. */
export interface SiteQuery {
  /** The host that was crawled, such as `docs.example.com`. */
  site: string;
}

/** How far a download is. */
export interface DownloadProgress {
  readonly receivedBytes: number;
  /** Undefined when the server does not say. */
  readonly totalBytes: number | undefined;
}

/** What a download takes beside its input; `idleMs` limits each silence. */
export interface DownloadOptions extends StreamOptions {
  /** Called when bytes have arrived. What it throws, or rejects with, changes nothing. Default: none. */
  readonly onProgress?: (progress: DownloadProgress) => void;
}

/** A file of an archive. Its content is checked against the archive's directory as it is unpacked. */
export interface ArchiveEntry {
  /** Its path within the archive, with slashes. */
  readonly name: string;
  /** Unpacked, in bytes. */
  readonly size: number;
  /** The content as it is unpacked. */
  stream(): AsyncIterable<Uint8Array<ArrayBuffer>>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** The content as UTF-8. */
  text(): Promise<string>;
}

/** How an archive is unpacked. */
export interface ExtractOptions extends ArchiveLimits {
  readonly signal?: AbortSignal;
  /** Replaces files that are there already; without it they are an error. */
  readonly overwrite?: boolean;
}

/** What was unpacked. */
export interface Extracted {
  /** Paths of the files below the folder, with slashes. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/** The content of an archive, which is not trusted: every limit and every name is checked before the first file is given out. */
export interface ArchiveContent {
  /** The files; folders are not listed. */
  entries(limits?: ArchiveLimits): AsyncIterable<ArchiveEntry>;
  /** Unpacks into a folder, on Node only: all of it or, when something is wrong, nothing. */
  extractTo(folder: string, options?: ExtractOptions): Promise<Extracted>;
}

/** An archive on its way. It is received once: as a stream, as a `Blob`, into a file, or to look into it. */
export interface Archive extends Download, ArchiveContent {
  /** Writes it to a path, on Node only: whole, in the place of what was there, or not at all. */
  saveTo(path: string): Promise<void>;
}
