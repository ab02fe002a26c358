import type { StreamReading } from './dialect.ts';
import { createDocumentIntake } from './document-intake.ts';
import { createEventIntake } from './event-intake.ts';
import { checkLength } from './event-length.ts';
import type { Intake } from './intake.ts';
import { kindOf, type ResponseKind } from './response-kind.ts';
import { unexpected, unexpectedPage } from './stream-errors.ts';

/** Makes events of a response: of the requested stream, or of a JSON document in its place. */
export const createIntake = <Event>(
  type: string,
  reading: StreamReading<Event, unknown>,
  maxCharacters: number,
  give: (event: Event) => void,
): Intake => {
  let head = '';
  let intake: Intake | undefined;

  const intakeOf = (kind: ResponseKind): Intake => {
    if (kind === 'events') return createEventIntake(reading, maxCharacters, give);
    if (kind === 'document') return createDocumentIntake(reading, maxCharacters, give);
    throw kind === 'page' ? unexpectedPage() : unexpected(head.trim() === '' ? 'empty' : type || 'of no type');
  };

  /** Chooses the intake by the received text, if it is long enough. */
  const choose = (isWhole: boolean): Intake | undefined => {
    const kind = kindOf(head, type, isWhole);
    if (kind === undefined) return undefined;
    intake = intakeOf(kind);
    intake.feed(head);
    return intake;
  };

  return {
    feed(text) {
      if (intake) return intake.feed(text);
      head += text;
      if (!choose(false)) checkLength(head.length, maxCharacters);
    },
    end() {
      (intake ?? choose(true))?.end();
    },
  };
};
