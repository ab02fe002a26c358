import type { Opened } from '../operation/opened.ts';
import type { Intake } from './decode.ts';

/**
 * The state of a stream that is being read.
 *
 * - `open`: more must follow.
 * - `expecting`: it may end here, but a requested part has not arrived yet.
 * - `complete`: it may end here.
 * - `over`: nothing follows, whatever the socket does.
 */
export type ReadingState = 'open' | 'expecting' | 'complete' | 'over';

/** Makes events of the text of one response: an event stream, or the body of a job. */
export interface Source<Event> {
  /** Called once the headers have arrived. The intake calls `give` with each event. */
  readonly open: (opened: Opened, give: (event: Event) => void) => Intake;
  readonly state: () => ReadingState;
  /** Everything received so far, for errors. */
  readonly received: () => unknown;
  /** Returns true if the latest piece of text counts as silence. Default: no text does. */
  readonly isSilent?: () => boolean;
}

/** Reads one stream of a dialect, message by message. */
export interface StreamReading<Event, Result> {
  /** Reads one message and returns its event, if it has one. Throws the failure that a message reports, or any error for an unreadable message. */
  readonly message: (data: string, type: string | undefined) => Event | undefined;
  /** Reads a JSON document that arrived in place of a stream, as one event. */
  readonly whole: (document: unknown) => Event | undefined;
  readonly state: () => ReadingState;
  /** Called at the end of the stream. Throws a failure that was held back until then. Default: nothing is held back. */
  readonly end?: () => void;
  /** Everything received so far. */
  readonly result: () => Result;
  /** Returns the length of the result, in characters. Default: the result has no cap. */
  readonly size?: () => number;
  /** Drops the result, and adds nothing more to it. Absent if `size` is absent. */
  readonly forget?: () => void;
}

/** A dialect of event streams. */
export interface Dialect<Event, Result> {
  /** Begins a stream. `toLocalNames` renames a deployment's wire names in a document to those of the contract. */
  readonly begin: (toLocalNames: (document: unknown) => unknown) => StreamReading<Event, Result>;
  /** Returns the text that an event adds; undefined when it adds none. */
  readonly textOf: (event: Event) => string | undefined;
}
