import { amount, array, object, optional, record, string } from '@platform-sdk/core/contract';

/** The default of `maxBytes`. */
export const LARGEST = 100 * 1024 * 1024;

/** Options of the local upload service. */
export interface LocalUploadOptions {
  /** Bearer tokens that may upload, in addition to sessions. Default: `local-upload-token`. */
  readonly tokens?: readonly string[];
  /** The largest request, in bytes. Larger requests get 413. Default: 104,857,600 (100 MiB). */
  readonly maxBytes?: number;
  /**
   * Maps the hexadecimal SHA-256 of an image to the text in the image. Only these images and the sample note contain text. Default:
   * none.
   */
  readonly imageTexts?: Readonly<Record<string, string>>;
}

export const localUploadOptions = object<LocalUploadOptions>({
  tokens: optional(array<string, readonly string[]>(string)),
  maxBytes: optional(amount),
  imageTexts: optional(record(string)),
});
