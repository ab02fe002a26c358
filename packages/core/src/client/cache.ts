import type { WireResponse } from '../http/wire.ts';
import { bounded } from '../time/bounded.ts';
import type { Clock } from '../time/clock.ts';
import type { Trail } from './trail.ts';

interface Entry {
  readonly path: string;
  readonly trail: Trail;
  readonly freshUntil: number;
  readonly answer: WireResponse;
}

interface Flight {
  readonly path: string;
  readonly trail: Trail;
  readonly answer: Promise<WireResponse>;
  readonly controller: AbortController;
  /** How many callers wait for the response. */
  waiting: number;
  isSettled: boolean;
}

/** What a cached read brings. */
interface CachedRead {
  /** Tells this answer from every other. */
  readonly key: string;
  /** The path whose writes outdate it. */
  readonly path: string;
  readonly freshMs: number;
  /** Asks the server whatever is cached. */
  readonly force: boolean;
  readonly signal: AbortSignal | undefined;
  /** How long this caller waits. */
  readonly timeoutMs: number;
  /** What `load` leaves behind. */
  readonly trail: Trail;
  readonly load: (signal: AbortSignal) => Promise<WireResponse>;
  /** Hears whose answer it will be. */
  readonly follow: (trail: Trail) => void;
}

/** Fresh answers, their text unread, so that every caller gets an object of its own; calls in flight are shared. */
export interface Cache {
  read(request: CachedRead): Promise<WireResponse>;
  /** Forgets a path and everything below it, calls in flight included. */
  invalidate(path: string): void;
  clear(): void;
}

const MAX_ENTRIES = 500;

export const createCache = (clock: Clock): Cache => {
  const entries = new Map<string, Entry>();
  const flights = new Map<string, Flight>();

  const start = ({ key, path, freshMs, trail, load }: CachedRead): Flight => {
    const controller = new AbortController();
    // An invalidated path has no flight any more: the response is outdated already.
    const land = (): boolean => {
      flight.isSettled = true;
      return flights.get(key) === flight && flights.delete(key);
    };
    const answer = load(controller.signal).then(
      (found) => {
        if (land()) {
          entries.delete(key);
          entries.set(key, { path, trail, answer: found, freshUntil: clock.monotonic() + freshMs });
          const [oldest = key] = entries.keys();
          if (entries.size > MAX_ENTRIES) entries.delete(oldest);
        }
        return found;
      },
      (error: unknown) => {
        land();
        throw error;
      },
    );
    // Nobody may be left to hear it.
    answer.catch(() => undefined);
    const flight: Flight = { path, trail, answer, controller, waiting: 0, isSettled: false };
    return flight;
  };

  const forget = (concerns: (path: string) => boolean): void => {
    for (const map of [entries, flights]) for (const [key, { path }] of map) if (concerns(path)) map.delete(key);
  };

  return {
    async read(request) {
      const { key, force, signal, timeoutMs, follow } = request;
      const entry = entries.get(key);
      if (entry && !force && clock.monotonic() < entry.freshUntil) {
        follow(entry.trail);
        return entry.answer;
      }
      let flight = force ? undefined : flights.get(key);
      if (!flight) flights.set(key, (flight = start(request)));
      follow(flight.trail);
      flight.waiting++;
      try {
        return await bounded(flight.answer, timeoutMs, signal);
      } finally {
        // The last caller to leave ends a call that is still under way.
        if (--flight.waiting === 0 && !flight.isSettled) {
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort();
        }
      }
    },
    invalidate: (written) => forget((path) => path === written || path.startsWith(`${written}/`)),
    clear: () => forget(() => true),
  };
};
