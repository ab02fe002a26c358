import type { CallOptions } from '@platform-sdk/core';

/** A web stream of bytes, typed by the DOM or by `node:stream/web`. */
export interface ByteStream {
  readonly locked: boolean;
  cancel(reason?: unknown): Promise<void>;
  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>; releaseLock(): void };
}

/** A file with a name: bytes, or a stream. A stream is sent as it arrives; browsers collect it first, because they cannot send streams. */
export interface NamedFile {
  /** The file's name, with its extension and without folders. */
  name: string;
  data: Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ByteStream;
  /** The length of a stream, in bytes. Progress then includes a total, and any other length is an error. Default: unknown. */
  size?: number;
}

/** A file of this machine; only in Node. The file is read while it is sent, so it may be large. */
export interface FilePath {
  path: string;
  /** The name that is sent. Default: the last part of the path. */
  name?: string;
}

/** A file to upload: `.pdf`, `.docx`, `.jpg`, `.png`, `.webp`, `.json`, `.csv`, `.txt` or `.md`. */
export type FileSource = File | NamedFile | FilePath;

/** A file to extract the text from. */
export interface UploadInput<Language extends string | undefined = string | undefined> {
  file: FileSource;
  /** The code of the language to translate the text into, such as `de`. Default: nothing is translated. */
  translate_to?: Language;
}

/** The text of a file. */
export interface UploadText {
  readonly file_id: string;
  readonly filename: string;
  readonly extracted_text: string;
  readonly metadata: { readonly pages: number; readonly has_images: boolean };
}

/** The text of a file, and its translation. */
export interface UploadTranslation {
  readonly file_id: string;
  readonly original_text: string;
  readonly translated_text: string;
  /** The language code. */
  readonly source_language: string;
  /** The language code. */
  readonly target_language: string;
}

/** The result of an upload: a translation if the input has `translate_to`, else the text. */
export type UploadResult<Input extends UploadInput> = Input extends { translate_to: string }
  ? UploadTranslation
  : Input extends { file: FileSource; translate_to?: undefined }
    ? UploadText
    : UploadText | UploadTranslation;

/** The parts of the form, as they are sent. */
export interface UploadForm {
  file: Blob;
  /** A language code. Default: nothing is translated. */
  translate_to?: string | undefined;
}

/** The progress of an upload. */
export interface UploadProgress {
  /** The bytes of the file passed to the network. A retry after a session refresh counts from 0 again. */
  readonly sentBytes: number;
  /** The size of the file in bytes; undefined for a stream without a size. */
  readonly totalBytes: number | undefined;
}

/** Options of an upload. An upload may continue while bytes are sent, unless `timeoutMs` of the call or of the platform limits it. */
export interface UploadOptions extends CallOptions {
  /**
   * Called when a part of the file has been sent; in browsers only without a `fetch` option. Errors and rejections of the callback are
   * ignored. Default: none.
   */
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Rejects a file that the service does not support, by its extension and its first bytes. Default: true. */
  readonly checkType?: boolean;
}
