import { amend, createClient, toPlatform, type Platform, type ServiceOptions, type TokenSource } from '@platform-sdk/core';
import { bounded, type Schema } from '@platform-sdk/core/contract';
import { extraction, translation } from './answers.ts';
import { declared } from './declared.ts';
import { prepare, unreadable } from './source.ts';
import type { Upload, UploadOptions, UploadResult } from './types.ts';

/** What this client alone is told: everything a platform can be, its address and its token. */
export interface UploadClientOptions extends ServiceOptions {
  /** A Bearer in place of the signed-in user's; the same as `tokens.upload`. */
  readonly token?: TokenSource;
}

/** Text out of files. */
export interface UploadClient {
  /**
   * Uploads a file and reads its text, translated if `translate_to` names a language. A file that the service does not take is refused
   * before anything is sent. It is sent again only once after a refresh of the session, and then not when it is a stream.
   */
  upload<Input extends Upload>(input: Input, options?: UploadOptions): Promise<UploadResult<Input>>;
}

const NAME = 'upload.upload';
/** How long a source may say nothing before anything is sent. */
const SILENT_MS = 30_000;

/** Creates the client of the file-upload service. */
export const createUploadClient = (given: Platform | UploadClientOptions): UploadClient => {
  const platform = toPlatform(given, 'upload');
  return {
    async upload<Input extends Upload>(input: Input, options: UploadOptions = {}) {
      const { file, translate_to } = Object(input) as Upload;
      const { timeoutMs, signal, checkType } = options;
      const stop = new AbortController();
      let lived = performance.now();
      const until = lived + (timeoutMs ?? Infinity);
      const alive = (): void => void (lived = performance.now());
      const left = (): number => (timeoutMs ? 0 : lived + SILENT_MS - performance.now());
      const opening = prepare(file, checkType === false, { stop: stop.signal, alive });
      try {
        const opened = await bounded(opening, timeoutMs ?? SILENT_MS, signal, left).catch((error: unknown) => {
          throw amend(unreadable(error), { operation: NAME, outcome: 'not-sent' });
        });
        // A model makes the translation.
        const own = translate_to === undefined ? { output: extraction } : { output: translation, billed: true as const };
        const upload = { ...declared, ...(own as { readonly output: Schema<object> }) };
        const client = createClient({ name: 'upload', base: 'upload' }, { upload }, platform);
        // What the source took is gone.
        const rest = { ...options, timeoutMs: until - performance.now() };
        return (await client.upload({ file: opened as object as Blob, translate_to }, rest)) as UploadResult<Input>;
      } catch (error) {
        stop.abort();
        throw error;
      }
    },
  };
};
