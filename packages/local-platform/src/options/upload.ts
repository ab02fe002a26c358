import { amount, array, object, optional, record, string } from '@platform-sdk/core/contract';

/** The default of `maxBytes`. */
export const LARGEST = 100 * 1024 * 1024;

/** Options of the local upload service. */
export interface LocalUploadOptions {
  /** Bearers in addition to access tokens of sessions. Default: `local-upload-token`. */
  readonly tokens?: readonly string[];
  /** The largest request, in bytes; a larger one is rejected with 413. Default: 104,857,600 (100 MiB). */
  readonly maxBytes?: number;
  /** Texts of further images, by the SHA-256 of their bytes in hexadecimal digits. Unknown images have no text. Default: none. */
  readonly imageTexts?: Readonly<Record<string, string>>;
}

export const localUploadOptions = object<LocalUploadOptions>({
  tokens: optional(array<string, readonly string[]>(string)),
  maxBytes: optional(amount),
  imageTexts: optional(record(string)),
});
