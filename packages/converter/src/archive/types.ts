import type { StreamOptions } from '@platform-sdk/core';
import type { Download } from '@platform-sdk/core/contract';

/** Limits on the bytes that arrive. */
export interface ReceiveLimits {
  /**
   * The maximum size of the archive, in bytes. Default: the download's, else the platform's `maxResponseBytes`, else 536,870,912 (512 MiB).
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
  /** The crawled host, such as `docs.example.com`. */
  site: string;
}

/** The progress of a download. */
export interface DownloadProgress {
  readonly receivedBytes: number;
  /** Undefined when the server does not send a length. */
  readonly totalBytes: number | undefined;
}

/** Options of a download. `idleMs` limits each silence, and `timeoutMs` the whole download. */
export interface DownloadOptions extends StreamOptions, ReceiveLimits {
  /**
   * Called when bytes have arrived. A retried download counts from 0 again. The callback's errors and rejections are ignored.
   * Default: none.
   */
  readonly onProgress?: (progress: DownloadProgress) => void;
}

/** Options for receiving an archive. */
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

/** Options for unpacking an archive. */
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
  /** Unpacks into a folder, on Node only: all files or, after any failure, none. */
  extractTo(folder: string, options?: ArchiveExtractOptions): Promise<ArchiveExtractResult>;
}

/**
 * A downloading archive. It is received once: as a stream, as a `Blob`, by a sink, into a file, or to read its entries. A broken
 * connection is opened again, twice at most; for a stream only before its first chunk.
 */
export interface Archive extends Download<ArchiveReceiveOptions>, ArchiveContent {
  /** Writes it to a path, on Node only, and replaces a file there. The file appears only when it is complete. */
  saveTo(path: string, options?: ArchiveReceiveOptions): Promise<void>;
}
