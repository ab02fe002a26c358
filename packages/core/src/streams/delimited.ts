import type { StreamOptions } from '../context.ts';
import { PlatformError } from '../errors.ts';
import type { Opened } from '../transport.ts';
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
const PAGE = /^<(?:!doctype|html|head|body)\b/i;
const MAX_RESULT_CHARACTERS = 256 * 1024 * 1024;

/** Makes a job of an answer that is opened when reading begins: a log, then `__JSON__` and the final JSON. */
export const delimited = <Event, Result>(
  name: string,
  open: () => Promise<Opened>,
  reading: JobReading<Event, Result>,
  options: StreamOptions,
): Job<Event, Result> => {
  const { maxEventCharacters: most = MAX_RESULT_CHARACTERS } = options;
  let isWhole = (): boolean => false;
  let started = false;
  /** What a loop that is over left behind. */
  let ended: (() => void) | undefined;
  let over: Promise<void> | undefined;
  let failure: Error | undefined;

  const intake = (type: string, give: (event: Event) => void, finish: () => void): Intake => {
    if (/\bjson\b/i.test(type) && !/nd-?json|json-?l|seq/i.test(type)) return documentIntake(reading, most, give);
    const own = createDelimitedIntake(reading, most, give, finish);
    isWhole = () => own.isWhole();
    let head = '';
    return {
      ...own,
      feed(text) {
        if (head.length < HEAD) {
          head = (head + text.slice(0, HEAD)).trimStart();
          if (/html/i.test(type) || PAGE.test(head)) throw wrong('an HTML page');
        }
        own.feed(head === text.trimStart() ? head : text);
      },
      end() {
        if (head === '') throw wrong('empty');
        own.end();
      },
    };
  };

  const start = (): AsyncIterator<Event, undefined> => {
    if (started) throw new PlatformError('input', `${name}: the events of a job are read once`, { operation: name, outcome: 'not-sent' });
    started = true;
    over = new Promise((resolve) => (ended = resolve));
    const state = () => (isWhole() ? 'complete' : 'open');
    const events = readEvents(name, open, { intake, state, result: () => reading.received() }, (event) => event, options);
    return {
      async next() {
        try {
          const next = await events.next();
          if (next.done) ended?.();
          return next;
        } catch (error) {
          failure = error as Error;
          ended?.();
          throw error;
        }
      },
      async return() {
        ended?.();
        return (events.return as () => Promise<IteratorResult<Event, undefined>>)();
      },
    };
  };

  return {
    [Symbol.asyncIterator]: start,
    async result() {
      if (!started) {
        const events = start();
        while (!(await events.next()).done);
      }
      await over;
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
