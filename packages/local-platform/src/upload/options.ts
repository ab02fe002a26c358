/** The largest request, unless the options say otherwise. */
export const LARGEST = 100 * 1024 * 1024;

/** How the local upload service differs from the default one. */
export interface LocalUploadOptions {
  /** Bearers that are nobody's session: `local-upload-token` by default. */
  readonly tokens?: readonly string[];
  /** The largest request, in bytes: 100 MiB by default. A larger one is refused with 413. */
  readonly maxBytes?: number;
  /** What images say, by the SHA-256 of their bytes in hexadecimal digits. Nothing is read in all others. */
  readonly imageTexts?: Readonly<Record<string, string>>;
}
