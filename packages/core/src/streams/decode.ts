import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';

/** Receives the text of a body, piece by piece. */
export interface Intake {
  /** `bytes` is the length of the piece before it was decoded. */
  readonly feed: (text: string, bytes: number) => void;
  /** Called after the last piece. Throws if something is missing. */
  readonly end: () => void;
}

/** Receives the bytes of a body. */
export interface Decoder {
  readonly feed: (bytes: Uint8Array) => void;
  readonly end: () => void;
}

const PART = { stream: true };

/** Decodes the bytes of a body for an intake. Every error that it throws is typed. */
export const createDecoder = (intake: Intake): Decoder => {
  // Node's decoder removes two byte order marks if the first is split; the intake removes one.
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    feed(bytes) {
      try {
        intake.feed(utf8.decode(bytes, PART), bytes.length);
      } catch (error) {
        throw typed(error);
      }
    },
    end() {
      try {
        // A character that was cut.
        const rest = utf8.decode();
        if (rest) intake.feed(rest, 0);
        intake.end();
      } catch (error) {
        throw typed(error);
      }
    },
  };
};

/** Returns the error of a text that cannot be read. */
export const typed = (error: unknown): PlatformError =>
  isPlatformError(error) ? error : new PlatformError('invalid-response', 'A message of the stream cannot be read');
