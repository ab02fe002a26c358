import type { CallOptions } from '@platform-sdk/core';

/** A web stream of bytes. The types of the DOM and of `node:stream/web` match this type. */
export interface ByteStream {
  readonly locked: boolean;
  cancel(reason?: unknown): Promise<void>;
  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>; releaseLock(): void };
}

/** A named file: bytes or a stream. A stream is sent while it arrives. Browsers read it completely first, because they cannot send streams. */
export interface NamedFile {
  /** The file's name, with its extension and without folders. */
  name: string;
  data: Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ByteStream;
  /** The length of a stream, in bytes. Progress then includes a total, and any other length is an error. Default: unknown. */
  size?: number;
}

/** A file on this machine, only for Node. The file is read while it is sent, so it may be large. */
export interface FilePath {
  path: string;
  /** The name that is sent. Default: the last part of the path. */
  name?: string;
}

/** A file to upload: `.pdf`, `.docx`, `.jpg`, `.png`, `.webp`, `.json`, `.csv`, `.txt` or `.md`. */
export type FileSource = File | NamedFile | FilePath;

/** A file from which the service extracts text. */
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
  /** The code of the file's language, such as `it`. */
  readonly source_language: string;
  /** The code of the translation's language, such as `de`. */
  readonly target_language: string;
}

/** The result of an upload: a translation if the input contains `translate_to`, otherwise only the text. */
export type UploadResult<Input extends UploadInput> = Input extends { translate_to: string }
  ? UploadTranslation
  : Input extends { file: FileSource; translate_to?: undefined }
    ? UploadText
    : UploadText | UploadTranslation;

/** The parts of the form that is sent. */
export interface UploadForm {
  file: Blob;
  /** A language code. Default: nothing is translated. */
  translate_to?: string | undefined;
}

/** The progress of an upload. */
export interface UploadProgress {
  /** The number of bytes of the file that were passed to the network. Each retry counts from 0 again. */
  readonly sentBytes: number;
  /** The size of the file in bytes; undefined for a stream without a size. */
  readonly totalBytes: number | undefined;
}

/** Options of an upload. An upload may take any time while bytes are sent, unless `timeoutMs` of the call or of the platform limits it. */
export interface UploadOptions extends CallOptions {
  /**
   * Called when a part of the file has been sent. In browsers, it is called only without the option `fetch`. Errors and rejections of the
   * callback are ignored. Default: none.
   */
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Rejects a file that the service does not support, by its extension and its first bytes. Default: true. */
  readonly checkType?: boolean;
}
