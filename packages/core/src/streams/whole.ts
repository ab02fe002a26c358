import { PlatformError } from '../diagnostics/errors.ts';
import type { StreamReading } from './dialect.ts';

/** What a stream adds up to, as long as that is not too long to keep. */
export interface Whole<Event, Result> {
  /** The dialect's reading, watched for its size. */
  readonly reading: StreamReading<Event, Result>;
  /** Somebody waits for the whole, so more of it is kept. */
  want(): void;
  isLost(): boolean;
  tooLarge(): PlatformError;
  /** Everything received so far; undefined once it was too long to keep. */
  received(): Result | undefined;
  /** All of it came: `check` sees it, as `result()` returns it from now on. */
  end(check: (result: Result) => void): void;
  result(): Result;
}

const MEBI = 1024 * 1024;
/** What `final()` keeps. */
const WANTED_CHARACTERS = 64 * MEBI;
/** What a loop keeps in case that `final()` follows: many times the longest answer of a model. */
const UNWANTED_CHARACTERS = 4 * MEBI;
/** JavaScript has no longer strings. */
const LONGEST_STRING = 2 ** 29 - 25;

/** Keeps the whole of a stream up to a limit. Past it a loop goes on without, and reading for the whole alone fails. */
export const createWhole = <Event, Result>(
  reading: StreamReading<Event, Result>,
  maxResultCharacters: number | undefined,
  isLooped: () => boolean,
): Whole<Event, Result> => {
  let isWanted = false;
  let lostAt: number | undefined;
  let ended: Result | undefined;

  const limit = (): number =>
    Math.min(maxResultCharacters ?? (isWanted || !isLooped() ? WANTED_CHARACTERS : UNWANTED_CHARACTERS), LONGEST_STRING);

  const tooLarge = (): PlatformError =>
    new PlatformError(
      'too-large',
      `The stream adds up to more than ${lostAt} characters. Raise maxResultCharacters, or call final() before the loop.`,
    );

  /** The reading itself where it has no size to watch. */
  const watched = ({ message, size, forget }: StreamReading<Event, Result>): StreamReading<Event, Result> => {
    if (!size || !forget) return reading;
    return {
      ...reading,
      message(data, type) {
        const event = message(data, type);
        if (lostAt !== undefined || size() <= limit()) return event;
        lostAt = limit();
        forget();
        if (!isLooped()) throw tooLarge();
        return event;
      },
    };
  };

  return {
    reading: watched(reading),
    want: () => void (isWanted = true),
    isLost: () => lostAt !== undefined,
    tooLarge,
    received: () => (lostAt === undefined ? reading.result() : undefined),
    end(check) {
      if (lostAt === undefined) check((ended = reading.result()));
    },
    result: () => ended ?? reading.result(),
  };
};
