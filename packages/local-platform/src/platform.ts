import type { BaseName, PlatformOptions, ProjectKeys } from '@platform-sdk/core';
import { commonAssumptions } from './assumptions.ts';
import { baseUrlsAt } from './base-urls.ts';
import type { LocalConverterOptions } from './converter/options.ts';
import { randomCredentials, wellKnownCredentials } from './well-known.ts';
import { jobRecords, type ConverterJob } from './converter/records.ts';
import { createEngine } from './engine.ts';
import { createFaults, type Faults } from './faults.ts';
import type { LocalGatewayOptions } from './gateway/options.ts';
import { withoutBody } from './head.ts';
import type { Inbox } from './inbox.ts';
import type { JournalEntry } from './journal.ts';
import { defaultRateLimits, type RateLimits } from './rate-limits.ts';
import type { Respond } from './refusal.ts';
import { answerSampleSite, isForSampleSite, sampleSiteAt } from './sample-site/index.ts';
import type { LocalSearchOptions } from './search/options.ts';
import { readyMade, seed, type SeedData, type Seeded, type SeededAccount } from './seed.ts';
import type { Assumption, LocalService } from './service.ts';
import { services as ownServices } from './services.ts';
import type { LocalUploadOptions } from './upload/options.ts';
import { createWorld, type LocalClock } from './world.ts';

/** How a local platform differs from the default one. */
export interface LocalPlatformOptions {
  /** The key that clients send as `Api-Key`. Default: `local-api-key`. */
  readonly apiKey?: string;
  /** Makes random keys and a random password in place of the well-known ones, for a platform that others can reach. Default: false. */
  readonly randomCredentials?: boolean;
  /** The wall clock, in milliseconds. */
  readonly clock?: { now(): number };
  /** Gives new ids: by default UUIDs that count up from 1 and start again at `reset()`. */
  readonly ids?: () => string;
  /**
   * Fills bytes with random values, of which tokens, keys and codes are made. Tests that need the same ones each time give their own.
   * Default: `crypto.getRandomValues`.
   */
  readonly random?: (bytes: Uint8Array<ArrayBuffer>) => unknown;
  /** False answers a registration with a session at once. */
  readonly requireActivation?: boolean;
  /** False lets a refresh token be used again. */
  readonly refreshTokensSingleUse?: boolean;
  /**
   * What becomes of a session whose refresh token is used twice. `end-session` ends it with all its tokens, as a platform does that takes
   * this for theft. Default: `reject`, which rejects only the second use.
   */
  readonly refreshTokenReuse?: 'reject' | 'end-session';
  /** 900 by default. */
  readonly accessTokenSeconds?: number;
  /** 86,400 by default. */
  readonly refreshTokenSeconds?: number;
  /** 100 calls in 60 seconds by default, each. */
  readonly rateLimits?: RateLimits;
  /** Plays a deployment with other undocumented names; the same as the option of the clients. */
  readonly wireNames?: NonNullable<PlatformOptions['wireNames']>;
  /** The models of the gateway, and what answers for them. */
  readonly gateway?: LocalGatewayOptions;
  /** Who may search. */
  readonly search?: LocalSearchOptions;
  /** Which pages the converter may fetch, and how it ends. */
  readonly converter?: LocalConverterOptions;
  /** Whose files are read, how large they may be, and what images say. */
  readonly upload?: LocalUploadOptions;
  /**
   * The services it has, in place of its own.
   * @internal
   */
  readonly services?: readonly LocalService[];
}

/** The documented platform, in memory. */
export interface LocalPlatform {
  /** Answers a request to any of its base addresses, whatever their origin. Fits the `fetch` option of the clients. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** The base addresses of all services at an origin, for the `baseUrls` option of the clients: `https://platform.test` by default. */
  baseUrls(origin?: string): Record<BaseName, string>;
  readonly apiKey: string;
  /** Opens the gateway for the ready-made project: the Bearer of its clients. */
  readonly gatewayKey: string;
  /** The key pair of the ready-made project, for trace analytics. */
  readonly projectKeys: ProjectKeys;
  /** An activated account, the owner of one organization. */
  readonly account: SeededAccount;
  readonly inbox: Inbox;
  readonly faults: Faults;
  /** The requests that came, oldest first. */
  readonly journal: readonly JournalEntry[];
  /** What the converter was asked to do, oldest first: a client's disconnect ends its job. */
  readonly jobs: readonly ConverterJob[];
  /** Pages to convert, to crawl and to search: `fetch` answers for them, and `serve` to browsers on its own port. */
  readonly sampleSite: string;
  readonly clock: LocalClock;
  /** Adds accounts and organizations at once. */
  seed(data: SeedData): Seeded;
  /** Goes back to the beginning: only the ready-made account and its organization are left. */
  reset(): void;
  /** The choices it makes where the documents leave one open. */
  assumptions(): readonly Assumption[];
  /** @internal */
  handle(request: Request, respond: Respond): Promise<Response>;
}

export const DEFAULT_ORIGIN = 'https://platform.test';

/** Creates a local platform. Nothing listens: call its `fetch`, or give it to `serve` or to msw. */
export const createLocalPlatform = (options: LocalPlatformOptions = {}): LocalPlatform => {
  const { clock = { now: () => Date.now() }, ids, rateLimits, services = ownServices } = options;
  const credentials = options.randomCredentials ? randomCredentials() : wellKnownCredentials;
  const settings = {
    apiKey: options.apiKey ?? credentials.apiKey,
    gatewayKey: credentials.gatewayKey,
    requireActivation: options.requireActivation ?? true,
    refreshTokensSingleUse: options.refreshTokensSingleUse ?? true,
    refreshTokenReuse: options.refreshTokenReuse ?? 'reject',
    accessTokenSeconds: options.accessTokenSeconds ?? 900,
    refreshTokenSeconds: options.refreshTokenSeconds ?? 86_400,
    rateLimits: { ...defaultRateLimits, ...rateLimits },
    wireNames: options.wireNames ?? {},
    gateway: options.gateway ?? {},
    search: options.search ?? {},
    converter: options.converter ?? {},
    upload: options.upload ?? {},
  };
  const world = createWorld({ settings, now: () => clock.now(), ids, random: options.random });
  const faults = createFaults();
  const journal: JournalEntry[] = [];
  const engine = createEngine({ services, world, faults, journal });
  const handle: LocalPlatform['handle'] = async (request, respond) => {
    if (!isForSampleSite(request.url)) return engine(request, respond);
    const answer = answerSampleSite(request.url);
    return request.method === 'HEAD' ? withoutBody(answer) : answer;
  };
  const begin = (): SeededAccount => seed(world, readyMade(credentials.password, credentials.projectKeys)).accounts[0] as SeededAccount;
  let account = begin();

  return {
    handle,
    async fetch(input, init) {
      const request = input instanceof Request && !init ? input : new Request(input, init);
      request.signal.throwIfAborted();
      return handle(request, (document, answer) => Response.json(document, answer));
    },
    baseUrls: (origin = DEFAULT_ORIGIN) => baseUrlsAt(origin),
    apiKey: settings.apiKey,
    gatewayKey: settings.gatewayKey,
    projectKeys: credentials.projectKeys,
    get account() {
      return account;
    },
    inbox: world.inbox,
    faults,
    journal,
    get jobs() {
      return world.records(jobRecords);
    },
    sampleSite: sampleSiteAt(),
    clock: world.clock,
    seed: (data) => seed(world, data),
    reset() {
      world.reset();
      faults.clear();
      journal.splice(0);
      account = begin();
    },
    assumptions: () => [...commonAssumptions, ...services.flatMap(({ assumptions }) => assumptions)],
  };
};
