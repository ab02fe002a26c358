import type { PlatformOptions } from '@platform-sdk/core';
import {
  amount,
  anyObject,
  array,
  boolean,
  callable,
  enumOf,
  object,
  objectWith,
  optional,
  record,
  string,
} from '@platform-sdk/core/contract';
import { wireNamesIn, type LikeReport } from '../like/report.ts';
import { localConverterOptions, type LocalConverterOptions } from '../options/converter.ts';
import type { LocalCredentials } from '../options/default-credentials.ts';
import { localGatewayOptions, type LocalGatewayOptions } from '../options/gateway.ts';
import { defaultRateLimits, localRateLimits, type LocalRateLimits } from '../options/rate-limits.ts';
import { localSearchOptions, type LocalSearchOptions } from '../options/search.ts';
import { localUploadOptions, type LocalUploadOptions } from '../options/upload.ts';
import type { LocalService } from '../routing/service.ts';
import type { Settings } from '../world/state.ts';

/** Options of a local platform. */
export interface LocalPlatformOptions {
  /** The value that clients send as `Api-Key`. Default: `local-api-key`. */
  readonly apiKey?: string;
  /** If true, keys and password are random instead of well-known. Use it if others can reach the platform. Default: false. */
  readonly randomCredentials?: boolean;
  /** Returns the time, in milliseconds. Default: the system's clock. */
  readonly clock?: { now(): number };
  /** Returns a new id. Default: UUIDs that count up from 1, and restart after `reset()`. */
  readonly ids?: () => string;
  /**
   * Fills bytes with random values for tokens, keys and codes. Pass a function with fixed values to make tests repeatable. Default:
   * `crypto.getRandomValues`.
   */
  readonly random?: (bytes: Uint8Array<ArrayBuffer>) => unknown;
  /** If false, a registration returns a session at once. Default: true. */
  readonly requireActivation?: boolean;
  /** If false, a refresh token can be used repeatedly. Default: true. */
  readonly refreshTokensSingleUse?: boolean;
  /**
   * Decides what happens if a refresh token is used twice. With `reject`, only the second use of the token fails. With `end-session`, the
   * session and all its tokens end, because the token may be stolen. Default: `reject`.
   */
  readonly refreshTokenReuse?: 'reject' | 'end-session';
  /** The lifetime of access tokens, in seconds. Default: 900. */
  readonly accessTokenSeconds?: number;
  /** The lifetime of refresh tokens, in seconds. Default: 86,400. */
  readonly refreshTokenSeconds?: number;
  /** The rate limits. Default: 100 calls in 60 seconds for each kind of call. */
  readonly rateLimits?: LocalRateLimits;
  /** A deployment's names for undocumented fields, as in the option of `createPlatform`. Default: the names in the contracts. */
  readonly wireNames?: NonNullable<PlatformOptions['wireNames']>;
  /**
   * A report of `platform-sdk drift`. Responses get the shapes of its environment: statuses, error bodies, additional fields, names,
   * headers and the keys of `meta.can`. Rules and values do not change. Default: the shapes of the API specification.
   */
  readonly like?: LikeReport;
  /** Options of the gateway, such as its models. */
  readonly gateway?: LocalGatewayOptions;
  /** Options of the search service. */
  readonly search?: LocalSearchOptions;
  /** Options of the converter, such as the hosts that it may fetch from. */
  readonly converter?: LocalConverterOptions;
  /** Options of the upload service, such as the largest request. */
  readonly upload?: LocalUploadOptions;
  /**
   * The services of the platform. Default: all services.
   * @internal
   */
  readonly services?: readonly LocalService[];
}

export const localPlatformOptions = object<LocalPlatformOptions>({
  apiKey: optional(string),
  randomCredentials: optional(boolean),
  clock: optional(objectWith<NonNullable<LocalPlatformOptions['clock']>>('now')),
  ids: optional(callable()),
  random: optional(callable()),
  requireActivation: optional(boolean),
  refreshTokensSingleUse: optional(boolean),
  refreshTokenReuse: optional(enumOf('reject', 'end-session')),
  accessTokenSeconds: optional(amount),
  refreshTokenSeconds: optional(amount),
  rateLimits: optional(localRateLimits),
  wireNames: optional(record(record(string))),
  like: optional(anyObject<LikeReport>()),
  gateway: optional(localGatewayOptions),
  search: optional(localSearchOptions),
  converter: optional(localConverterOptions),
  upload: optional(localUploadOptions),
  services: optional(array<LocalService, readonly LocalService[]>(anyObject())),
});

/** Returns the options with their defaults filled in. */
export const settingsOf = (options: LocalPlatformOptions, credentials: LocalCredentials): Settings => ({
  apiKey: options.apiKey ?? credentials.apiKey,
  gatewayKey: credentials.gatewayKey,
  requireActivation: options.requireActivation ?? true,
  refreshTokensSingleUse: options.refreshTokensSingleUse ?? true,
  refreshTokenReuse: options.refreshTokenReuse ?? 'reject',
  accessTokenSeconds: options.accessTokenSeconds ?? 900,
  refreshTokenSeconds: options.refreshTokenSeconds ?? 86_400,
  rateLimits: { ...defaultRateLimits, ...options.rateLimits },
  wireNames: { ...(options.like && wireNamesIn(options.like)), ...options.wireNames },
  gateway: options.gateway ?? {},
  search: options.search ?? {},
  converter: options.converter ?? {},
  upload: options.upload ?? {},
});
