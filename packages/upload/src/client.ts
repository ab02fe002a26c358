import type { Platform, ServiceOptions, TokenSource } from '@platform-sdk/core';
import {
  withDetails,
  createClient,
  toPlatform,
  bounded,
  checkInput,
  checkOptions,
  withOperation,
  withOperationsOf,
  type FailuresOf,
} from '@platform-sdk/core/internal';
import type { Operation, Schema } from '@platform-sdk/core/contract';
import { extraction, translation } from './results.ts';
import { declared, uploadOptions, type UploadFailure } from './upload-operation.ts';
import { prepare, unreadable } from './source.ts';
import type { UploadText, UploadTranslation, UploadInput, UploadForm, UploadOptions } from './types.ts';

/** Options of a client without a platform: all options of a platform, the base URL of the service and its token. */
export interface UploadClientOptions extends ServiceOptions {
  /** A Bearer token, instead of `tokens.upload`. Default: `tokens.upload`, otherwise the agent pair, otherwise the signed-in user's token. */
  readonly token?: TokenSource;
}

/** Extracts text from files. */
export interface UploadClient {
  /**
   * Uploads a file, and returns its text. With `translate_to`, also returns a translation. An unsupported file is rejected before anything
   * is sent. The upload is retried only if no byte left the machine, after a 429 with `retry: { retryOn429: true }`, and once after a
   * session refresh. The upload of a stream is not retried after reading has begun.
   */
  readonly upload: (<Language extends string | undefined = undefined>(
    input: UploadInput<Language>,
    options?: UploadOptions,
  ) => Promise<Language extends string ? UploadTranslation : UploadText>) &
    FailuresOf<Operation<UploadForm, unknown, UploadFailure>>;
}

const NAME = 'upload.upload';
/** The maximum time without a byte from a source, before anything is sent. */
const SILENT_MS = 30_000;

/** Creates the client of the file-upload service. */
export const createUploadClient = (platformOrOptions: Platform | UploadClientOptions): UploadClient => {
  const platform = toPlatform(platformOrOptions, 'upload');
  const uploading: UploadClient = {
    async upload<Language extends string | undefined>(input: UploadInput<Language>, options: UploadOptions = {}) {
      checkOptions(NAME, uploadOptions, options, NAME);
      const { timeoutMs: totalMs = platform.context.options.timeoutMs ?? Infinity, signal, checkType } = options;
      const stop = new AbortController();
      let aliveAt = performance.now();
      const until = aliveAt + totalMs;
      const alive = (): void => void (aliveAt = performance.now());
      const remainingMs = (): number => Math.min(aliveAt + SILENT_MS, until) - performance.now();
      try {
        // The other fields are checked here. The file itself is checked when it is opened.
        const fields = Object(typeof input === 'object' ? input : {}) as UploadInput;
        checkInput(NAME, declared, fields as object as UploadForm);
        const { file, translate_to } = fields;
        const opening = prepare(file, checkType === false, { stop: stop.signal, alive });
        const opened = await bounded(opening, Math.min(SILENT_MS, totalMs), signal, remainingMs).catch((error: unknown) => {
          throw withDetails(unreadable(error), { operation: NAME, outcome: 'not-sent' });
        });
        // A model translates the text, so a translation is billed.
        const own = translate_to === undefined ? { output: extraction } : { output: translation, billed: true as const };
        const upload = { ...declared, ...(own as { readonly output: Schema<object> }) };
        const client = createClient({ name: 'upload', base: 'upload' }, { upload }, platform);
        // The time for opening the source counts toward the timeout.
        const rest = totalMs === Infinity ? options : { ...options, timeoutMs: Math.max(0, until - performance.now()) };
        const result = await client.upload({ file: opened as object as Blob, translate_to }, rest);
        return result as Language extends string ? UploadTranslation : UploadText;
      } catch (error) {
        stop.abort();
        throw error;
      }
    },
  };
  const operation = { ...declared, output: extraction };
  return withOperationsOf({ upload: withOperation(() => undefined, { name: NAME, operation, base: 'upload', platform }) }, uploading);
};
