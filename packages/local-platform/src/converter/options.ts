import type { RateLimit } from '../rate-limits.ts';

/** How the local converter differs from the default one. */
export interface LocalConverterOptions {
  /**
   * Hosts whose pages it fetches beside the sample site, such as `docs.example.com` or `127.0.0.1`. A name that leads to an address which is
   * not public is rejected, unless the address is allowed too; `localhost` may lead to loopback. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /** 100 calls in 60 seconds by default. */
  readonly rateLimit?: RateLimit;
  /** How a full crawl ends: with the last line of its log (`nothing` follows), or with `{success, message}`. Default: `nothing`. */
  readonly crawlEnd?: 'message' | 'nothing';
  /** Fetches the pages of other hosts than the sample site's; it is given no address that a name leads to. Default: a request that connects only to an address which was checked. */
  readonly fetch?: typeof globalThis.fetch;
}
