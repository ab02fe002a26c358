import { PlatformError } from '../diagnostics/errors.ts';
import type { Opened } from '../operation/opened.ts';
import type { StreamOptions } from '../operation/options.ts';
import { createDelimitedIntake, type LogReading } from './delimited-intake.ts';
import type { Intake } from './intake.ts';
import { readEvents } from './read-events.ts';

/** What a dialect makes of a log with a final JSON. */
export interface JobReading<Event, Result> extends LogReading<Event> {
  /** The result, once it is there. */
  result(): Result | undefined;
  /** What an error carries: bounded, as logs can be long. */
  received(): unknown;
}

/** Work that tells how it goes and ends with a result. Its events are read once; leaving the loop closes the connection. */
export interface Job<Event, Result> extends AsyncIterable<Event> {
  /** The result: of the loop that reads the events, or, without one, of reading to the end. */
  result(): Promise<Result>;
}

const HEAD = 200;
const PAGE = /^<(?:!doctype|html|head|body)[\s>]/i;
const MAX_RESULT_CHARACTERS = 256 * 1024 * 1024;

/** Makes a job of an answer that is opened when reading begins: a log, then `__JSON__` and the final JSON. */
export const delimited = <Event, Result>(
  name: string,
  open: (left?: AbortSignal) => Promise<Opened>,
  reading: JobReading<Event, Result>,
  options: StreamOptions,
): Job<Event, Result> => {
  const { maxEventCharacters: most = MAX_RESULT_CHARACTERS } = options;
  let isWhole = (): boolean => false;
  let events: AsyncIterator<Event, undefined> | undefined;
  let isLooped = false;
  /** What was read, and no loop has taken yet. */
  const ahead: IteratorResult<Event, undefined>[] = [];
  let pulling: Promise<boolean> | undefined;
  let failure: Error | undefined;

  const intake = (type: string, give: (event: Event) => void, finish: () => void): Intake => {
    if (/\bjson\b/i.test(type) && !/nd-?json|json-?l|seq/i.test(type)) return documentIntake(reading, most, give);
    const own = createDelimitedIntake(reading, most, give, finish);
    isWhole = () => own.isWhole();
    let head = '';
    let isBegun = false;
    return {
      ...own,
      feed(given) {
        const text = isBegun ? given : given.replace(/^\uFEFF/, '');
        isBegun ||= given !== '';
        if (head.length < HEAD) {
          head = (head + text.slice(0, HEAD)).trimStart();
          if (/html/i.test(type) || PAGE.test(head)) throw wrong('an HTML page');
        }
        own.feed(text);
      },
      end() {
        if (head === '') throw wrong('empty');
        own.end();
      },
    };
  };

  const start = (): AsyncIterator<Event, undefined> => {
    if (events) throw new PlatformError('input', `${name}: the events of a job are read once`, { operation: name, outcome: 'not-sent' });
    const state = () => (isWhole() ? 'complete' : 'open');
    return (events = readEvents(name, open, { intake, state, result: () => reading.received() }, (event) => event, options));
  };

  /** Reads one event, for the loop and the result alike, and tells whether it was the last: one at a time, so they keep their order. */
  const pull = (all: AsyncIterator<Event, undefined>): Promise<boolean> =>
    (pulling ??= all.next().then(
      (read) => {
        pulling = undefined;
        if (isLooped) ahead.push(read);
        return read.done === true;
      },
      (error: unknown) => {
        pulling = undefined;
        failure = error as Error;
        return true;
      },
    ));

  return {
    [Symbol.asyncIterator]() {
      const all = start();
      isLooped = true;
      let isOver = false;
      return {
        async next() {
          while (ahead.length === 0 && !failure && !isOver) await pull(all);
          const first = ahead.shift();
          if (first) return first;
          if (isOver || !failure) return { done: true, value: undefined };
          isOver = true;
          throw failure;
        },
        async return() {
          isOver = true;
          ahead.length = 0;
          await all.return?.();
          return { done: true, value: undefined };
        },
      };
    },
    async result() {
      const all = events ?? start();
      while (!failure) if (await pull(all)) break;
      const result = reading.result();
      if (result !== undefined) return result;
      throw (
        failure ??
        new PlatformError('aborted', `${name}: the job was left before its result`, { operation: name, received: reading.received() })
      );
    },
  };
};

const wrong = (what: string): PlatformError => new PlatformError('shape', `The answer is ${what} where a log was asked for`);

/** The final JSON alone. */
const documentIntake = <Event>(reading: LogReading<Event>, most: number, give: (event: Event) => void): Intake => {
  let text = '';
  return {
    feed(piece) {
      text += piece;
      if (text.length > most) throw new PlatformError('too-large', `The final JSON is longer than ${most} characters`);
    },
    end() {
      if (text.trim() === '') throw wrong('empty');
      give(reading.whole(JSON.parse(text.replace(/^\uFEFF/, ''))));
    },
  };
};
