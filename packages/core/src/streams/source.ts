import type { Opened } from '../operation/opened.ts';
import type { ReadingState } from './dialect.ts';
import type { Intake } from './intake.ts';

/** Makes events of the text of a response. */
export interface Source<Event> {
  /** Called once the headers have arrived. */
  readonly intake: (type: string, give: (event: Event) => void, opened: Opened) => Intake;
  readonly state: () => ReadingState;
  /** Everything received so far, for errors. */
  readonly result: () => unknown;
  /** Called at the end of the response. Throws if the whole is invalid. A complete source with `end` waits only a moment for more. */
  readonly end?: () => void;
}
