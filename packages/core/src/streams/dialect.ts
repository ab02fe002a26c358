import type { Opened } from '../operation/opened.ts';
import type { Intake } from './text.ts';

/**
 * The state of a stream that is being read.
 *
 * - `open`: the stream is incomplete.
 * - `expecting`: the stream may end here, but more may follow, so silence ends it only after `idleMs`.
 * - `complete`: the stream may end here.
 * - `over`: the stream has ended, even if its connection stays open.
 */
export type ReadingState = 'open' | 'expecting' | 'complete' | 'over';

/** Turns the text of one response into events. The response is an event stream, or the log of a job with its final JSON. */
export interface Source<Event> {
  /** Called when the headers have arrived. The intake calls `give` with each event. */
  readonly open: (opened: Opened, give: (event: Event) => void) => Intake;
  readonly state: () => ReadingState;
  /** Returns everything received so far, for errors. */
  readonly received: () => unknown;
  /** Returns true if the latest piece of text counts as silence. Default: no text counts as silence. */
  readonly isSilent?: () => boolean;
}

/** Reads one stream, message by message. */
export interface StreamReading<Event, Result> {
  /** Reads one message and returns its event, if there is one. Throws a failure that the message reports, and an error for an unreadable message. */
  readonly message: (data: string, type: string | undefined) => Event | undefined;
  /** Reads a JSON document that arrived instead of a stream, as one event. */
  readonly whole: (document: unknown) => Event | undefined;
  readonly state: () => ReadingState;
  /** Called at the end of the stream. Throws a failure that was held back until the end. Default: nothing is held back. */
  readonly end?: () => void;
  /** Returns the combined result of the messages so far. */
  readonly result: () => Result;
  /** Returns the length of the result in characters. Default: the length is not limited. */
  readonly size?: () => number;
  /** Drops the result, and stops adding to it. Absent if `size` is absent. */
  readonly forget?: () => void;
}

/** Turns the messages of one kind of event stream, such as a streamed completion, into events. */
export interface Dialect<Event, Result> {
  /** Begins a stream. `toLocalNames` renames the wire names of a deployment to the names of the contract. */
  readonly begin: (toLocalNames: (document: unknown) => unknown) => StreamReading<Event, Result>;
  /** Returns the text that an event adds; undefined if the event adds no text. */
  readonly textOf: (event: Event) => string | undefined;
}
