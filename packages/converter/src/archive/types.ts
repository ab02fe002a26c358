import type { StreamOptions } from '@platform-sdk/core';
import type { Download } from '@platform-sdk/core/contract';

/** Limits on the bytes that arrive. */
export interface ReceiveLimits {
  /**
   * The size of the archive, in bytes. Default: that of the download, else `maxResponseBytes` of the platform, else 536,870,912 (512 MiB).
   */
  readonly maxArchiveBytes?: number;
}

/** Limits on an archive. An archive that exceeds one is rejected, before or while it is unpacked. */
export interface ArchiveLimits extends ReceiveLimits {
  /** The number of files and folders. Default: 100,000. */
  readonly maxEntries?: number;
  /** The size of all unpacked files, in bytes. Default: 1,073,741,824 (1 GiB). */
  readonly maxTotalBytes?: number;
  /** The size of one unpacked file, in bytes. Default: 268,435,456 (256 MiB). */
  readonly maxEntryBytes?: number;
  /** The unpacked size divided by the packed size, of a file and of all files. No limit up to 10 MiB unpacked. Default: 200. */
  readonly maxRatio?: number;
}

/** A site whose archive is downloaded. */
export interface ConverterDownloadInput {
  /** The host that was crawled, such as `docs.example.com`. */
  site: string;
}

/** The progress of a download. */
export interface DownloadProgress {
  readonly receivedBytes: number;
  /** Undefined when the server does not send a length. */
  readonly totalBytes: number | undefined;
}

/** Options of a download; `idleMs` limits each silence, and `timeoutMs` all of it. */
export interface DownloadOptions extends StreamOptions, ReceiveLimits {
  /**
   * Called when bytes have arrived; a download that begins again counts from 0. What it throws, or rejects with, changes nothing.
   * Default: none.
   */
  readonly onProgress?: (progress: DownloadProgress) => void;
}

/** How an archive is received. */
export interface ArchiveReceiveOptions extends ReceiveLimits {
  /** Cancels the download, as the signal of the call does. Default: none. */
  readonly signal?: AbortSignal | undefined;
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
export interface ArchiveExtractOptions extends ArchiveLimits {
  /** Cancels the download and the unpacking. Default: none. */
  readonly signal?: AbortSignal;
  /** Replaces existing files. Default: false; existing files are an error. */
  readonly overwrite?: boolean;
}

/** The unpacked files. */
export interface ArchiveExtractResult {
  /** Paths of the files below the folder, with slashes. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/** The content of an archive, which is not trusted: every limit and every name is checked before the first file is returned. */
export interface ArchiveContent {
  /** The files; folders are not listed. */
  entries(limits?: ArchiveLimits): AsyncIterable<ArchiveEntry>;
  /** Unpacks into a folder, on Node only: all of it or, when something is wrong, nothing. */
  extractTo(folder: string, options?: ArchiveExtractOptions): Promise<ArchiveExtractResult>;
}

/**
 * An archive on its way. It is received once: as a stream, as a `Blob`, by a sink, into a file, or to look into it. A connection that breaks
 * is opened again, twice at most; a stream only before its first chunk.
 */
export interface Archive extends Download<ArchiveReceiveOptions>, ArchiveContent {
  /** Writes it to a path, on Node only: whole, in the place of what was there, or not at all. */
  saveTo(path: string, options?: ArchiveReceiveOptions): Promise<void>;
}
