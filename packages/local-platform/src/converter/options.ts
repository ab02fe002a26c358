import type { RateLimit } from '../rate-limits.ts';

/** How the local converter differs from the default one. */
export interface LocalConverterOptions {
  /** Names of hosts whose pages it fetches too, such as `docs.example.com`; loopback and the sample site are always allowed, all others are refused. */
  readonly allowedHosts?: readonly string[];
  /** 100 calls in 60 seconds by default. */
  readonly rateLimit?: RateLimit;
  /** How a full crawl ends: with the last line of its log (`nothing` follows), or with `{success, message}`. Default: `nothing`. */
  readonly crawlEnd?: 'message' | 'nothing';
  /** Fetches the pages of other hosts than the sample site's; the global `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch;
}
