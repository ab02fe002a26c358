import { PlatformError } from '../diagnostics/errors.ts';
import type { Opened } from '../operation/opened.ts';
import type { StreamOptions } from '../operation/options.ts';
import type { Dialect, Reading } from './dialect.ts';
import { createIntake, MAX_EVENT_CHARACTERS } from './intake.ts';
import { readEvents } from './read-events.ts';

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
  let whole: Result | undefined;

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
      end: () => opened?.check((whole = begun.result())),
    };
    return readEvents(name, async (left) => (opened = await open(left)), source, pick, options);
  };

  return {
    [Symbol.asyncIterator]: () => start((event) => event),
    text: () => ({ [Symbol.asyncIterator]: () => start(textOf) }),
    async final() {
      await start(() => undefined).next();
      return whole ?? (reading as Reading<Event, Result>).result();
    },
  };
};
