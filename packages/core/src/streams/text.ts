import { PlatformError, isPlatformError } from '../diagnostics/errors.ts';

/** Receives the text of a body in pieces. */
export interface Intake {
  /** `bytes` is the length of the piece before it was decoded. */
  readonly feed: (text: string, bytes: number) => void;
  /** Called after the last piece. Throws if the body is incomplete. */
  readonly end: () => void;
}

export interface Decoder {
  readonly feed: (bytes: Uint8Array) => void;
  readonly end: () => void;
}

const PART = { stream: true };

/** Decodes the bytes of a body, and passes the text to an intake. Throws only `PlatformError`s. */
export const createDecoder = (intake: Intake): Decoder => {
  // If a byte order mark is split, Node's decoder also removes a second mark. The intake removes only the first mark.
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
        // The rest is a character that was cut.
        const rest = utf8.decode();
        if (rest) intake.feed(rest, 0);
        intake.end();
      } catch (error) {
        throw typed(error);
      }
    },
  };
};

/** Returns a `PlatformError` unchanged. Returns the error of an unreadable message for any other error. */
export const typed = (error: unknown): PlatformError =>
  isPlatformError(error) ? error : new PlatformError('invalid-response', 'A message of the stream cannot be read');

/** A string that grows piece by piece. */
export interface GrowingText {
  add(piece: string): void;
  length(): number;
  value(): string;
}

/** A chain of short strings costs ten times its length, so pieces are copied into blocks of this length. */
const BLOCK_CHARACTERS = 16 * 1024;

export const createGrowingText = (start = ''): GrowingText => {
  let text = start;
  let pieces: string[] = [];
  let pending = 0;

  const join = (): string => {
    if (pending > 0) text += pieces.join('');
    pieces = [];
    pending = 0;
    return text;
  };

  return {
    add(piece) {
      pieces.push(piece);
      pending += piece.length;
      if (pending > BLOCK_CHARACTERS) join();
    },
    length: () => text.length + pending,
    value: join,
  };
};
