import { withDetails, isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import type { Dialect } from './dialect.ts';
import { createEventIntake } from './event-intake.ts';
import { kindOf } from './response-kind.ts';

/** Reads an event stream that arrived whole although a document was requested. Returns undefined for any other text. */
export const eventsIn = <Event, Result>(
  text: string,
  dialect: Dialect<Event, Result>,
  toLocalNames: (document: unknown) => unknown,
): Result | undefined => {
  if (kindOf(text, '', true) !== 'events') return undefined;
  const reading = dialect.begin(toLocalNames);
  const intake = createEventIntake(reading, text.length, () => undefined);
  try {
    intake.feed(text);
    intake.end();
    return reading.result();
  } catch (error) {
    const failure = isPlatformError(error) ? error : new PlatformError('invalid-response', 'A message of the stream cannot be read');
    throw withDetails(failure, { received: reading.result() });
  }
};
