import type { PlatformOptions } from '@platform-sdk/core';
import type { LocalConverterOptions } from '../options/converter.ts';
import type { LocalGatewayOptions } from '../options/gateway.ts';
import type { LocalRateLimits } from '../options/rate-limits.ts';
import type { LocalSearchOptions } from '../options/search.ts';
import type { LocalUploadOptions } from '../options/upload.ts';
import { createInbox, type Outbox } from './inbox.ts';
import { createSecrets, type FillRandom, type Secrets } from './secrets.ts';

/** The part of the platform's options that rules read. */
export interface Settings {
  readonly apiKey: string;
  /** The Bearer of the gateway for the default project. */
  readonly gatewayKey: string;
  readonly requireActivation: boolean;
  readonly refreshTokensSingleUse: boolean;
  readonly refreshTokenReuse: 'reject' | 'end-session';
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly rateLimits: Required<LocalRateLimits>;
  readonly wireNames: NonNullable<PlatformOptions['wireNames']>;
  readonly gateway: LocalGatewayOptions;
  readonly search: LocalSearchOptions;
  readonly converter: LocalConverterOptions;
  readonly upload: LocalUploadOptions;
}

/** The wall clock of the platform, in milliseconds, which can be moved forward. */
export interface LocalClock {
  now(): number;
  /** Lets time pass at once, until the next reset. */
  advance(milliseconds: number): void;
}

/** The state that the rules of all services share. */
export interface World extends Secrets {
  readonly settings: Settings;
  readonly clock: LocalClock;
  readonly inbox: Outbox;
  /** Now, in ISO 8601. */
  timestamp(): string;
  /** A new id, a UUID unless the platform was given its own source. */
  id(): string;
  /** Returns one service's records, created by `create` at the first use. */
  records<T>(create: () => T): T;
  reset(): void;
}

export interface WorldParts {
  readonly settings: Settings;
  readonly now: () => number;
  readonly ids: (() => string) | undefined;
  readonly random: FillRandom | undefined;
}

export const createWorld = ({ settings, now, ids, random = (bytes) => crypto.getRandomValues(bytes) }: WorldParts): World => {
  const inbox = createInbox();
  const stores = new Map<() => unknown, unknown>();
  let ahead = 0;
  let lastId = 0;

  const clock: LocalClock = {
    now: () => now() + ahead,
    advance: (milliseconds) => void (ahead += milliseconds),
  };

  return {
    settings,
    clock,
    inbox,
    timestamp: () => new Date(clock.now()).toISOString(),
    id: ids ?? (() => `00000000-0000-4000-8000-${(++lastId).toString(16).padStart(12, '0')}`),
    ...createSecrets(random),
    records<T>(create: () => T): T {
      let found = stores.get(create) as T | undefined;
      if (found === undefined) stores.set(create, (found = create()));
      return found;
    },
    reset() {
      stores.clear();
      inbox.clear();
      ahead = lastId = 0;
    },
  };
};
