import type { PlatformError } from '../diagnostics/errors.ts';
import type { WireResponse } from '../http/wire.ts';
import { bounded, createCancellation, type Cancellation, type CancellationSource, type Clock } from '../time/limits.ts';

interface Entry<Attempts> {
  readonly path: string;
  readonly attempts: Attempts;
  readonly freshUntil: number;
  readonly answer: WireResponse;
}

interface Flight<Attempts> {
  readonly path: string;
  readonly attempts: Attempts;
  readonly answer: Promise<WireResponse>;
  readonly cancellation: CancellationSource;
  /** The number of callers that wait for the response. */
  waiting: number;
  isSettled: boolean;
}

/** The arguments of `Cache.read`. */
interface CachedRead<Attempts> {
  /** The cache key of the response. */
  readonly key: string;
  /** The path of the request. `invalidate` compares this path with the paths that a write invalidates. */
  readonly path: string;
  readonly freshMs: number;
  /** True if a request must be sent even if a response is cached. */
  readonly force: boolean;
  readonly signal: AbortSignal | null | undefined;
  /** The milliseconds that this caller waits at most. */
  readonly timeoutMs: number;
  /** True if the caller that starts the request needs no timer, because the request has the same time limit. */
  readonly isPatient: boolean;
  /** Holds the list of the requests. If another caller sent the request, `read` sets `attempts` to the other caller's list. */
  readonly caller: { attempts: Attempts };
  readonly load: (cancellation: Cancellation) => Promise<WireResponse>;
}

/** Caches unparsed responses, so that every caller gets its own object. Calls for the same response share a running request. */
export interface Cache<Attempts> {
  read(request: CachedRead<Attempts>): Promise<WireResponse>;
  /** Removes the responses of a path and of all paths below it. New calls do not share running requests of these paths. If the path ends with `$`, responses below it are kept. */
  invalidate(path: string): void;
  clear(): void;
}

const MAX_ENTRIES = 500;
const GONE: readonly (number | undefined)[] = [403, 404, 410];

/** Returns true if `outdated` invalidates the path. `outdated` is an entry of `invalidates` with its parameters filled in. */
export const isOutdated = (path: string, outdated: string): boolean =>
  path === outdated || `${path}$` === outdated || path.startsWith(`${outdated}/`);

export const createCache = <Attempts>(clock: Clock): Cache<Attempts> => {
  const entries = new Map<string, Entry<Attempts>>();
  const flights = new Map<string, Flight<Attempts>>();

  const start = ({ key, path, freshMs, caller: { attempts }, load }: CachedRead<Attempts>): Flight<Attempts> => {
    const cancellation = createCancellation();
    // Ends the flight. Returns false if the flight was removed or replaced meanwhile; its response is then not cached.
    const land = (): boolean => {
      flight.isSettled = true;
      return flights.get(key) === flight && flights.delete(key);
    };
    const answer = load(cancellation).then(
      (found) => {
        if (land()) {
          entries.delete(key);
          entries.set(key, { path, attempts, answer: found, freshUntil: clock.monotonic() + freshMs });
          const [oldest = key] = entries.keys();
          if (entries.size > MAX_ENTRIES) entries.delete(oldest);
        }
        return found;
      },
      (error: unknown) => {
        // If a forced read finds that the resource is gone, the cached response is removed.
        if (land() && GONE.includes((error as PlatformError).status)) entries.delete(key);
        throw error;
      },
    );
    // If all callers have cancelled, nothing else handles a rejection, and Node would end the process.
    answer.catch(() => undefined);
    const flight: Flight<Attempts> = { path, attempts, answer, cancellation, waiting: 0, isSettled: false };
    return flight;
  };

  const forget = (concerns: (path: string) => boolean): void => {
    for (const map of [entries, flights]) for (const [key, { path }] of map) if (concerns(path)) map.delete(key);
  };

  return {
    async read(request) {
      const { key, force, signal, timeoutMs, isPatient, caller } = request;
      const entry = entries.get(key);
      if (entry && !force && clock.monotonic() < entry.freshUntil) {
        caller.attempts = entry.attempts;
        return entry.answer;
      }
      const running = force ? undefined : flights.get(key);
      const flight = running ?? start(request);
      if (!running) flights.set(key, flight);
      caller.attempts = flight.attempts;
      flight.waiting++;
      try {
        return await (running || !isPatient ? bounded(flight.answer, timeoutMs, signal) : flight.answer);
      } finally {
        // When the last caller stops waiting, the shared request is cancelled.
        if (--flight.waiting === 0 && !flight.isSettled) {
          if (flights.get(key) === flight) flights.delete(key);
          flight.cancellation.cancel();
        }
      }
    },
    invalidate: (outdated) => forget((path) => isOutdated(path, outdated)),
    clear: () => forget(() => true),
  };
};
