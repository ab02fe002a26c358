import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import type { Opened } from '../operation/opened.ts';
import type { Intake } from './intake.ts';
import type { Source } from './source.ts';

/** Bytes on their way to events. */
export interface Decoder {
  start(opened: Opened): void;
  feed(bytes: Uint8Array): void;
  /** Called after the last bytes. */
  end(): void;
  stop(): void;
  /** Returns whether an event arrived since the last call. */
  wasEvent(): boolean;
}

const PART = { stream: true };

/** Decodes a body and passes its text to the source's intake. Every error that it throws is typed. */
export const createDecoder = <Event>(source: Source<Event>, give: (event: Event) => void): Decoder => {
  let utf8: TextDecoder;
  let intake: Intake | undefined;
  let isEventful = false;

  return {
    start(opened) {
      // Node's decoder removes two byte order marks if the first is split; the intake removes one.
      utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
      const type = opened.response.headers.get('content-type') ?? '';
      intake = source.intake(
        type,
        (event) => {
          isEventful = true;
          give(event);
        },
        opened,
      );
    },
    feed(bytes) {
      try {
        intake?.feed(utf8.decode(bytes, PART));
      } catch (error) {
        throw typed(error);
      }
    },
    end() {
      try {
        const rest = utf8.decode();
        if (rest) intake?.feed(rest);
        intake?.end();
      } catch (error) {
        throw typed(error);
      }
    },
    stop: () => intake?.stop?.(),
    wasEvent() {
      const was = isEventful;
      isEventful = false;
      return was;
    },
  };
};

const typed = (error: unknown): unknown =>
  isPlatformError(error) ? error : new PlatformError('invalid-response', 'A message of the stream cannot be read');
