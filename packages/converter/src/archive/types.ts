import type { StreamOptions } from '@platform-sdk/core';
import { amount, callable, extended, optional, orFalsy, streamOptions } from '@platform-sdk/core/contract';
import type { Download } from '@platform-sdk/core/internal';

/** Limits on receiving an archive. */
export interface ReceiveLimits {
  /**
   * The maximum size of the archive, in bytes. Default: the download's limit, the platform's `maxResponseBytes`, or 536,870,912 (512 MiB).
   */
  readonly maxArchiveBytes?: number;
}

/** Limits on an archive. An archive that exceeds a limit is rejected before or during unpacking. */
export interface ArchiveLimits extends ReceiveLimits {
  /** The maximum number of files and folders. Default: 100,000. */
  readonly maxEntries?: number;
  /** The maximum size of all unpacked files, in bytes. Default: 1,073,741,824 (1 GiB). */
  readonly maxTotalBytes?: number;
  /** The maximum size of one unpacked file, in bytes. Default: 268,435,456 (256 MiB). */
  readonly maxEntryBytes?: number;
  /** The maximum ratio of unpacked to packed size, for each file and for all files. Ignored up to 10 MiB unpacked. Default: 200. */
  readonly maxRatio?: number;
}

/** A site whose archive is downloaded. */
export interface ConverterDownloadInput {
  /** The crawled host, such as `docs.example.com`. */
  site: string;
}

/** The progress of a download. */
export interface DownloadProgress {
  readonly receivedBytes: number;
  /** The size in bytes; undefined if the server does not send it. */
  readonly totalBytes: number | undefined;
}

/** Options of a download. `idleMs` limits each pause between bytes, and `timeoutMs` limits the whole download. */
export interface DownloadOptions extends StreamOptions, ReceiveLimits {
  /**
   * Called when bytes have arrived. A retried download counts from 0 again. Errors and rejections of the callback are ignored.
   * Default: none.
   */
  readonly onProgress?: (progress: DownloadProgress) => void;
}

export const downloadOptions = extended<StreamOptions, DownloadOptions>(streamOptions, {
  maxArchiveBytes: optional(amount),
  onProgress: orFalsy(callable()),
});

/** Options for receiving an archive. */
export interface ArchiveReceiveOptions extends ReceiveLimits {
  /** Cancels the download, in addition to the signal of the call. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** A file of an archive. While a file is unpacked, its content is compared with the archive's directory. */
export interface ArchiveEntry {
  /** The path within the archive, with slashes. */
  readonly name: string;
  /** The unpacked size, in bytes. */
  readonly size: number;
  /** Yields the content while it is unpacked. */
  stream(): AsyncIterable<Uint8Array<ArrayBuffer>>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the content, decoded as UTF-8. */
  text(): Promise<string>;
}

/** Options for unpacking an archive. */
export interface ArchiveExtractOptions extends ArchiveLimits {
  /** Cancels the download and the unpacking. Default: none. */
  readonly signal?: AbortSignal;
  /** Replaces existing files. Default: false; existing files are an error. */
  readonly overwrite?: boolean;
}

/** The unpacked files. */
export interface ArchiveExtractResult {
  /** The paths of the files below the folder, with slashes. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/** The content of an untrusted archive. Every limit and every name is checked before the first file is returned. */
export interface ArchiveContent {
  /** Yields the files; folders are not listed. */
  entries(limits?: ArchiveLimits): AsyncIterable<ArchiveEntry>;
  /** Unpacks into a folder; only in Node. Writes all files, or none if a failure occurs. */
  extractTo(folder: string, options?: ArchiveExtractOptions): Promise<ArchiveExtractResult>;
}

/**
 * An archive that is being downloaded. Read it once: as a stream, as a `Blob`, with a sink, into a file, or by its entries. A broken
 * download restarts at most twice. A stream restarts only before its first chunk.
 */
export interface Archive extends Download<ArchiveReceiveOptions>, ArchiveContent {
  /** Writes the archive to a path and replaces any existing file; only in Node. The file appears only when it is complete. */
  saveTo(path: string, options?: ArchiveReceiveOptions): Promise<void>;
}
