import type { Clock } from './context.ts';
import { PlatformError } from './errors.ts';

interface Entry {
  readonly path: string;
  readonly freshUntil: number;
  readonly value: string;
}

interface Flight {
  readonly path: string;
  readonly answer: Promise<string>;
  readonly controller: AbortController;
  waiting: number;
}

/** What a cached read brings. */
export interface CachedRead {
  /** Tells this answer from every other. */
  readonly key: string;
  /** The path whose writes outdate it. */
  readonly path: string;
  readonly freshMs: number;
  /** Asks the server whatever is cached. */
  readonly force: boolean;
  readonly signal: AbortSignal | undefined;
  readonly load: (signal: AbortSignal) => Promise<string>;
}

/** Fresh answers as text, so that every caller gets an object of its own; calls in flight are shared. */
export interface Cache {
  read(request: CachedRead): Promise<string>;
  /** Forgets a path and everything below it, calls in flight included. */
  invalidate(path: string): void;
  clear(): void;
}

const MOST_ENTRIES = 500;

export const createCache = (clock: Clock): Cache => {
  const entries = new Map<string, Entry>();
  const flights = new Map<string, Flight>();

  const start = ({ key, path, freshMs, load }: CachedRead): Flight => {
    const controller = new AbortController();
    const answer = load(controller.signal).then(
      (value) => {
        // Whoever forgot the path meanwhile also took the flight away: its answer is old already.
        if (flights.get(key) === flight) {
          flights.delete(key);
          entries.delete(key);
          entries.set(key, { path, value, freshUntil: clock.monotonic() + freshMs });
          const oldest = entries.keys().next();
          if (entries.size > MOST_ENTRIES && !oldest.done) entries.delete(oldest.value);
        }
        return value;
      },
      (error: unknown) => {
        if (flights.get(key) === flight) flights.delete(key);
        throw error;
      },
    );
    const flight: Flight = { path, answer, controller, waiting: 0 };
    return flight;
  };

  const forget = (concerns: (path: string) => boolean): void => {
    for (const map of [entries, flights]) for (const [key, { path }] of map) if (concerns(path)) map.delete(key);
  };

  return {
    async read(request) {
      const { key, force, signal } = request;
      const entry = entries.get(key);
      if (entry && !force && clock.monotonic() < entry.freshUntil) return entry.value;
      let flight = force ? undefined : flights.get(key);
      if (!flight) flights.set(key, (flight = start(request)));
      return join(flight, signal, () => flights.get(key) === flight && flights.delete(key));
    },
    invalidate: (written) => forget((path) => path === written || path.startsWith(`${written}/`)),
    clear: () => forget(() => true),
  };
};

/** Waits for a shared answer; the last caller to leave ends the call. */
const join = (flight: Flight, signal: AbortSignal | undefined, drop: () => unknown): Promise<string> =>
  new Promise((resolve, reject) => {
    flight.waiting++;
    const leave = (): void => {
      reject(new PlatformError('aborted', 'The call was aborted', {}, { cause: signal?.reason }));
      if (--flight.waiting > 0) return;
      drop();
      flight.controller.abort();
    };
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave, { once: true });
    flight.answer.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
  });
