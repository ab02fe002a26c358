import type { Opened } from '../operation/opened.ts';
import type { ReadingState } from './dialect.ts';
import type { Intake } from './intake.ts';

/** What makes events of the text of a response. */
export interface Source<Event> {
  /** Called once the headers are there. */
  readonly intake: (type: string, give: (event: Event) => void, opened: Opened) => Intake;
  readonly state: () => ReadingState;
  /** Everything received so far, for errors. */
  readonly result: () => unknown;
  /** Called once all of it came, and throws if that is wrong. A source that has one and is complete waits only a moment for more. */
  readonly end?: () => void;
}
