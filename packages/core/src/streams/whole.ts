import { PlatformError } from '../diagnostics/errors.ts';
import type { StreamReading } from './dialect.ts';

/** The sum of a stream's events, kept up to a limit. */
export interface Whole<Event, Result> {
  /** The dialect's reading, with a check of its size. */
  readonly reading: StreamReading<Event, Result>;
  /** Called by `final()`: more of the sum is kept from now on. */
  want(): void;
  isLost(): boolean;
  tooLarge(): PlatformError;
  /** Returns everything received so far; undefined once it was too long to keep. */
  received(): Result | undefined;
  /** Called at the end. `check` gets the result, which `result()` returns from now on. */
  end(check: (result: Result) => void): void;
  result(): Result;
}

const MEBI = 1024 * 1024;
/** The limit of `final()`. */
const WANTED_CHARACTERS = 64 * MEBI;
/** The limit of a loop, which `final()` may follow: many times the longest reply of a model. */
const UNWANTED_CHARACTERS = 2 * MEBI;
/** The longest string of JavaScript. */
const MAX_STRING = 2 ** 29 - 25;

/** Keeps the sum of a stream up to a limit. Past the limit, a loop continues without the sum, and `final()` fails. */
export const createWhole = <Event, Result>(
  reading: StreamReading<Event, Result>,
  maxResultCharacters: number | undefined,
  isLooped: () => boolean,
): Whole<Event, Result> => {
  let isWanted = false;
  let lostAt: number | undefined;
  let ended: Result | undefined;

  const limit = (): number =>
    Math.min(maxResultCharacters ?? (isWanted || !isLooped() ? WANTED_CHARACTERS : UNWANTED_CHARACTERS), MAX_STRING);

  const tooLarge = (): PlatformError =>
    new PlatformError(
      'too-large',
      `The stream adds up to more than ${lostAt} characters. Raise maxResultCharacters, or call final() before the loop.`,
    );

  /** Adds the check of the size. A reading without a size is returned unchanged. */
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
