import type { RateLimit } from '../rate-limits.ts';

/** Options of the local converter. */
export interface LocalConverterOptions {
  /** Names of hosts whose pages it fetches too, such as `docs.example.com`; loopback and the sample site are always allowed, all others are refused. */
  readonly allowedHosts?: readonly string[];
  /** The limit of calls. Default: 100 calls in 60 seconds. */
  readonly rateLimit?: RateLimit;
  /** The end of a full crawl: `{success, message}`, or `nothing` behind the last line of its log. Default: `nothing`. */
  readonly crawlEnd?: 'message' | 'nothing';
  /** Fetches the pages of other hosts than the sample site's; the global `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch;
}
