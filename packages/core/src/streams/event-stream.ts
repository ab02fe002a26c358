import type { StreamOptions } from '../context.ts';
import { PlatformError } from '../errors.ts';
import type { Opened } from '../transport.ts';
import { createIntake, MAX_EVENT_CHARACTERS } from './intake.ts';
import { readEvents } from './read-events.ts';

/** What a dialect makes of its stream, message by message. */
export interface Reading<Event, Result> {
  /** Takes one message; gives the event to hand out, if it is one. Throws what the stream itself reports as a failure, or anything at all for a message it cannot read. */
  message(data: string, type: string | undefined): Event | undefined;
  /** Takes a JSON document that came in place of a stream, as one event. */
  whole(document: unknown): Event | undefined;
  /** `open`: more must come; `complete`: it may end here; `over`: nothing follows, whatever the socket does. */
  state(): 'open' | 'complete' | 'over';
  /** Everything received so far. */
  result(): Result;
}

/** How a dialect of event streams is read. */
export interface Dialect<Event, Result> {
  /** `ours` puts a document of the stream under our names, where the deployment has others. */
  begin(ours: (document: unknown) => unknown): Reading<Event, Result>;
  /** The text that an event adds; undefined when it adds none. */
  textOf(event: Event): string | undefined;
}

/** Events as they come. It is read once: as events, as text, or to its end. Leaving a loop closes the connection. */
export interface EventStream<Event, Result> extends AsyncIterable<Event> {
  /** Only the text of the events. */
  text(): AsyncIterable<string>;
  /** Reads to the end and gives all of it. */
  final(): Promise<Result>;
}

/** Makes an event stream of an answer that is opened when reading begins. */
export const eventStream = <Event, Result>(
  name: string,
  open: (left?: AbortSignal) => Promise<Opened>,
  dialect: Dialect<Event, Result>,
  options: StreamOptions,
): EventStream<Event, Result> => {
  let reading: Reading<Event, Result> | undefined;
  let opened: Opened | undefined;

  const textOf = (event: Event): string | undefined => {
    const text = dialect.textOf(event);
    return typeof text === 'string' && text !== '' ? text : undefined;
  };

  const start = <Item>(pick: (event: Event) => Item | undefined): AsyncIterator<Item> => {
    if (reading) throw new PlatformError('input', `${name}: a stream is read once`, { operation: name, outcome: 'not-sent' });
    const begun = (reading = dialect.begin((document) => (opened as Opened).ours(document)));
    const { maxEventCharacters = MAX_EVENT_CHARACTERS } = options;
    const intake = (type: string, give: (event: Event) => void) => createIntake(type, begun, maxEventCharacters, give);
    const source = {
      intake,
      state: () => begun.state(),
      result: () => begun.result(),
      end: () => opened?.check(begun.result()),
    };
    return readEvents(name, async (left) => (opened = await open(left)), source, pick, options);
  };

  return {
    [Symbol.asyncIterator]: () => start((event) => event),
    text: () => ({ [Symbol.asyncIterator]: () => start(textOf) }),
    async final() {
      await start(() => undefined).next();
      return (reading as Reading<Event, Result>).result();
    },
  };
};
