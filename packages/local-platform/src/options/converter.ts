import { array, callable, enumOf, object, optional, string } from '@platform-sdk/core/contract';
import { localRateLimit, type LocalRateLimit } from './rate-limits.ts';

/** Options of the local converter. */
export interface LocalConverterOptions {
  /**
   * Hosts whose pages it fetches beside the sample site, such as `docs.example.com` or `127.0.0.1`. A name that leads to an address which is
   * not public is rejected, unless the address is allowed too; `localhost` may lead to loopback. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /** The limit of calls. Default: 100 calls in 60 seconds. */
  readonly rateLimit?: LocalRateLimit;
  /** The end of a full crawl: `{success, message}`, or `nothing` behind the last line of its log. Default: `message`. */
  readonly crawlEnd?: 'message' | 'nothing';
  /** Fetches the pages of other hosts than the sample site's; it is given no address that a name leads to. Default: a request that connects only to an address which was checked. */
  readonly fetch?: typeof globalThis.fetch;
}

export const localConverterOptions = object<LocalConverterOptions>({
  allowedHosts: optional(array<string, readonly string[]>(string)),
  rateLimit: optional(localRateLimit),
  crawlEnd: optional(enumOf('message', 'nothing')),
  fetch: optional(callable()),
});
