import { array, callable, enumOf, object, optional, string } from '@platform-sdk/core/contract';
import { localRateLimit, type LocalRateLimit } from './rate-limits.ts';

/** Options of the local converter. */
export interface LocalConverterOptions {
  /**
   * Hosts to fetch pages from, in addition to the sample site, such as `docs.example.com` or `127.0.0.1`. A name that resolves to a private
   * address is rejected unless you also list the address. `localhost` may resolve to loopback. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /** The rate limit. Default: 100 calls in 60 seconds. */
  readonly rateLimit?: LocalRateLimit;
  /** How a full crawl ends: with `{success, message}`, or with its last log line. Default: `message`. */
  readonly crawlEnd?: 'message' | 'nothing';
  /**
   * Fetches pages of hosts other than the sample site. Your function cannot check resolved addresses. Default: a request that checks
   * each address before it connects.
   */
  readonly fetch?: typeof globalThis.fetch;
}

export const localConverterOptions = object<LocalConverterOptions>({
  allowedHosts: optional(array<string, readonly string[]>(string)),
  rateLimit: optional(localRateLimit),
  crawlEnd: optional(enumOf('message', 'nothing')),
  fetch: optional(callable()),
});
