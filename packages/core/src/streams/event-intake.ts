import { createParser } from 'eventsource-parser';
import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import type { StreamReading } from './dialect.ts';
import type { Intake } from './intake.ts';
import { separateDataLines } from './data-lines.ts';
import { checkLength } from './event-length.ts';

/** A margin: the parser also counts field names and lines without data, depending on the cuts of the pieces. */
const SLACK = 1024;

/** Parses an event stream. Its last event counts even without its blank line, unless it was cut. */
export const createEventIntake = <Event>(
  reading: StreamReading<Event, unknown>,
  maxCharacters: number,
  give: (event: Event) => void,
): Intake => {
  let isEnding = false;

  const parser = createParser({
    maxBufferSize: maxCharacters + SLACK,
    // Comments are not passed on, so the parser need not keep them.
    onEvent({ data, event: type }) {
      if (reading.state() === 'over') return;
      checkLength(data.length, maxCharacters);
      try {
        const event = reading.message(data, type);
        if (event !== undefined) give(event);
      } catch (error) {
        if (!isEnding || isReported(error)) throw error;
      }
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') checkLength(Infinity, maxCharacters);
    },
  });

  const feed = separateDataLines((text) => parser.feed(text));

  return {
    feed,
    end() {
      isEnding = true;
      feed('\n\n');
      reading.end?.();
      if (reading.state() === 'open') throw new PlatformError('truncated', 'The stream ended before its end marker');
    },
  };
};

/** Returns true for a failure that the stream reports, or for one that is too large. Any other error may come from a cut in the last event. */
const isReported = (error: unknown): boolean => isPlatformError(error) && error.kind !== 'invalid-response';
