/**
 * The state of a stream that is being read.
 *
 * - `open`: more must follow.
 * - `expecting`: it may end here, but a requested part has not arrived yet.
 * - `complete`: it may end here.
 * - `over`: nothing follows, whatever the socket does.
 */
export type ReadingState = 'open' | 'expecting' | 'complete' | 'over';

/** Reads one stream of a dialect, message by message. */
export interface StreamReading<Event, Result> {
  /** Reads one message and returns its event, if it has one. Throws the failure that a message reports, or any error for an unreadable message. */
  readonly message: (data: string, type: string | undefined) => Event | undefined;
  /** Reads a JSON document that arrived in place of a stream, as one event. */
  whole(document: unknown): Event | undefined;
  state(): ReadingState;
  /** Called at the end of the stream. Throws a failure that was held back until then. Default: nothing is held back. */
  readonly end?: () => void;
  /** Everything received so far. */
  result(): Result;
  /** Returns the length of the result, in characters. Default: the result has no cap. */
  readonly size?: () => number;
  /** Drops the result, and adds nothing more to it. Absent if `size` is absent. */
  readonly forget?: () => void;
}

/** A dialect of event streams. */
export interface Dialect<Event, Result> {
  /** Begins a stream. `toLocalNames` renames a deployment's wire names in a document to those of the contract. */
  begin(toLocalNames: (document: unknown) => unknown): StreamReading<Event, Result>;
  /** Returns the text that an event adds; undefined when it adds none. */
  textOf(event: Event): string | undefined;
}
