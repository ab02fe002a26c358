import { bodyOf } from '#sending';
import type { Encode } from '@platform-sdk/core/contract';
import { newUuid, notify } from '@platform-sdk/core/internal';
import { mediaTypeOf } from './file-type.ts';
import type { Prepared } from './source.ts';
import type { UploadOptions } from './types.ts';

/** A form with one file. */
export interface Form extends Prepared {
  /** The bytes of the form before the file. `tail` contains the bytes after the file. */
  readonly head: Uint8Array<ArrayBuffer>;
  readonly tail: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** True once reading of a stream has begun. A stream can be read only once. */
  isSpent?: boolean;
}

/** The callbacks and signals of an attempt to send a form. */
export interface Attempt {
  /** Called when a part of the form was sent. Restarts the timeout of the response, and extends it by `extraMs`. */
  readonly alive: (extraMs?: number) => void;
  /** Called with the number of sent bytes of the file. */
  readonly tell: (sentBytes: number) => void;
  /** True if the caller set `onProgress`. */
  readonly isWatched: boolean;
  /** Aborts when the attempt has ended. */
  readonly ended: AbortSignal;
}

/** Returns a function that encodes the form (RFC 7578) for each attempt. */
export const encodeForm = (prepared: Prepared, translateTo: string | undefined, { onProgress }: UploadOptions): Encode => {
  const { name, size: totalBytes } = prepared;
  const boundary = `----platform-sdk-${newUuid()}`;
  const part = (field: string): string => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"`;
  const text = translateTo === undefined ? '' : `${part('translate_to')}\r\n\r\n${translateTo}\r\n`;
  const encoder = new TextEncoder();
  // Escapes quotes as HTML forms do. `checkName` has rejected all other special characters.
  const filename = name.replaceAll('"', '%22');
  const form: Form = {
    ...prepared,
    head: encoder.encode(`${text}${part('file')}; filename="${filename}"\r\nContent-Type: ${mediaTypeOf(name)}\r\n\r\n`),
    tail: encoder.encode(`\r\n--${boundary}--\r\n`),
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  };
  return (alive, ended) => {
    const tell = (sentBytes: number): void => {
      alive();
      notify(() => onProgress?.({ sentBytes, totalBytes }));
    };
    return bodyOf(form, { alive, tell, isWatched: onProgress !== undefined, ended });
  };
};
