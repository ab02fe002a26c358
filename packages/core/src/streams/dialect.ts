/**
 * `open`: more must come; `expecting`: it may end here, but something that was asked for is still to come; `complete`: it may end here;
 * `over`: nothing follows, whatever the socket does.
 */
export type ReadingState = 'open' | 'expecting' | 'complete' | 'over';

/** What a dialect makes of its stream, message by message. */
export interface StreamReading<Event, Result> {
  /** Takes one message and returns the event to hand out, if it is one. Throws what the stream itself reports as a failure, or anything at all for a message it cannot read. */
  readonly message: (data: string, type: string | undefined) => Event | undefined;
  /** Takes a JSON document that came in place of a stream, as one event. */
  whole(document: unknown): Event | undefined;
  state(): ReadingState;
  /** Called once nothing more comes. Throws a failure that was held back until then. Default: nothing is held back. */
  readonly end?: () => void;
  /** Everything received so far. */
  result(): Result;
  /** Returns the length of the result, in characters. Default: the result has no cap. */
  readonly size?: () => number;
  /** Drops what the result holds, and keeps nothing more of it. Absent where `size` is absent. */
  readonly forget?: () => void;
}

/** How a dialect of event streams is read. */
export interface Dialect<Event, Result> {
  /** `ours` puts a document of the stream under our names, where the deployment has others. */
  begin(toLocalNames: (document: unknown) => unknown): StreamReading<Event, Result>;
  /** The text that an event adds; undefined when it adds none. */
  textOf(event: Event): string | undefined;
}
