import type { CallOptions } from '@platform-sdk/core';

/** A file with a name: bytes, or a stream, which is sent as it comes, but gathered first in browsers, whose requests cannot be streams. */
export interface NamedFile {
  /** With its extension, without folders. */
  name: string;
  data: Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** Of a stream, in bytes: progress has a total then, and a stream of another length is an error. Default: unknown. */
  size?: number;
}

/** A file of this machine, on Node only. It is read as it is sent, so it may be large. */
export interface FilePath {
  path: string;
  /** The name that is sent. Default: the last part of the path. */
  name?: string;
}

/** A file to upload: `.pdf`, `.docx`, `.jpg`, `.png`, `.webp`, `.json`, `.csv`, `.txt` or `.md`. */
export type FileSource = File | NamedFile | FilePath;

/** A file whose text is wanted. */
export interface UploadInput<Language extends string | undefined = string | undefined> {
  file: FileSource;
  /** The code of the language to translate the text into, such as `de`. Default: nothing is translated. */
  translate_to?: Language;
}

/** What the service reads in a file. */
export interface UploadText {
  readonly file_id: string;
  readonly filename: string;
  readonly extracted_text: string;
  readonly metadata: { readonly pages: number; readonly has_images: boolean };
}

/** What the service reads in a file, and the same in another language. */
export interface UploadTranslation {
  readonly file_id: string;
  readonly original_text: string;
  readonly translated_text: string;
  /** A language code. */
  readonly source_language: string;
  /** A language code. */
  readonly target_language: string;
}

/** What an upload gives: it depends on whether a translation was asked for. */
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

/** How far an upload is. */
export interface UploadProgress {
  /** Of the file, handed over to the network; from 0 again when it is sent once more after a refresh of the session. */
  readonly sentBytes: number;
  /** Undefined for a stream without a size. */
  readonly totalBytes: number | undefined;
}

/** What an upload takes beside its input. An upload takes as long as bytes move, unless `timeoutMs` or the platform's `timeoutMs` limits it. */
export interface UploadOptions extends CallOptions {
  /**
   * Called when a part of the file has been sent; in browsers only without a `fetch` option. What it throws, or rejects with, changes
   * nothing. Default: none.
   */
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Rejects a file that the service does not take, by its extension and its first bytes. Default: true. */
  readonly checkType?: boolean;
}
