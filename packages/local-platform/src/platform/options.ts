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
  /** The key that clients send as `Api-Key`. Default: `local-api-key`. */
  readonly apiKey?: string;
  /** Makes random keys and a random password in place of the well-known ones, for a platform that others can reach. Default: false. */
  readonly randomCredentials?: boolean;
  /** Returns the time, in milliseconds. Default: the system's clock. */
  readonly clock?: { now(): number };
  /** Returns a new id. Default: UUIDs that count up from 1 and start again at `reset()`. */
  readonly ids?: () => string;
  /**
   * Fills bytes with random values, from which tokens, keys and codes are made. Tests with fixed values pass their own function. Default:
   * `crypto.getRandomValues`.
   */
  readonly random?: (bytes: Uint8Array<ArrayBuffer>) => unknown;
  /** False responds to a registration with a session at once. Default: true. */
  readonly requireActivation?: boolean;
  /** False accepts a refresh token more than once. Default: true. */
  readonly refreshTokensSingleUse?: boolean;
  /**
   * The reaction to a second use of a refresh token. `end-session` treats it as theft: it ends the session and all its tokens. Default:
   * `reject`, which rejects only the second use.
   */
  readonly refreshTokenReuse?: 'reject' | 'end-session';
  /** The lifetime of access tokens, in seconds. Default: 900. */
  readonly accessTokenSeconds?: number;
  /** The lifetime of refresh tokens, in seconds. Default: 86,400. */
  readonly refreshTokenSeconds?: number;
  /** The limits of calls. Default: 100 calls in 60 seconds, each. */
  readonly rateLimits?: LocalRateLimits;
  /** Other undocumented names of a deployment: the same as the option of the clients. Default: the working names. */
  readonly wireNames?: NonNullable<PlatformOptions['wireNames']>;
  /** Options of the gateway, such as its models. Default: those of `LocalGatewayOptions`. */
  readonly gateway?: LocalGatewayOptions;
  /** Options of the search service. Default: those of `LocalSearchOptions`. */
  readonly search?: LocalSearchOptions;
  /** Options of the converter, such as the hosts that it may fetch from. Default: those of `LocalConverterOptions`. */
  readonly converter?: LocalConverterOptions;
  /** Options of the upload service, such as its limits. Default: those of `LocalUploadOptions`. */
  readonly upload?: LocalUploadOptions;
  /**
   * The services of the platform. Default: all of its own.
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
  gateway: optional(localGatewayOptions),
  search: optional(localSearchOptions),
  converter: optional(localConverterOptions),
  upload: optional(localUploadOptions),
  services: optional(array<LocalService, readonly LocalService[]>(anyObject())),
});

/** Returns the settings of a world: the options, with their defaults. */
export const settingsOf = (options: LocalPlatformOptions, credentials: LocalCredentials): Settings => ({
  apiKey: options.apiKey ?? credentials.apiKey,
  gatewayKey: credentials.gatewayKey,
  requireActivation: options.requireActivation ?? true,
  refreshTokensSingleUse: options.refreshTokensSingleUse ?? true,
  refreshTokenReuse: options.refreshTokenReuse ?? 'reject',
  accessTokenSeconds: options.accessTokenSeconds ?? 900,
  refreshTokenSeconds: options.refreshTokenSeconds ?? 86_400,
  rateLimits: { ...defaultRateLimits, ...options.rateLimits },
  wireNames: options.wireNames ?? {},
  gateway: options.gateway ?? {},
  search: options.search ?? {},
  converter: options.converter ?? {},
  upload: options.upload ?? {},
});
