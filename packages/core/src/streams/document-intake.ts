import type { StreamReading } from './dialect.ts';
import { parseJson } from './event-json.ts';
import { checkLength } from './event-length.ts';
import { createGrowingText } from './growing-text.ts';
import type { Intake } from './intake.ts';
import { unexpected } from './stream-errors.ts';

/** Reads a JSON document that arrived in place of an event stream, as one event. */
export const createDocumentIntake = <Event>(
  reading: StreamReading<Event, unknown>,
  maxCharacters: number,
  give: (event: Event) => void,
): Intake => {
  const text = createGrowingText();
  return {
    feed(piece) {
      text.add(piece);
      checkLength(text.length(), maxCharacters);
    },
    end() {
      const event = reading.whole(parseJson(text.value().replace(/^\uFEFF/, '')));
      if (event === undefined) throw unexpected('JSON of another kind');
      give(event);
    },
  };
};
