import type { BaseName, PlatformOptions, ProjectKeys } from '@platform-sdk/core';
import { endJobs } from '../converter/jobs.ts';
import { jobRecords, type ConverterJob } from '../converter/records.ts';
import type { Respond } from '../errors/refusal.ts';
import { createFaults, type Faults } from '../faults/faults.ts';
import type { LocalConverterOptions } from '../options/converter.ts';
import { randomCredentials, wellKnownCredentials } from '../options/default-credentials.ts';
import type { LocalGatewayOptions } from '../options/gateway.ts';
import { defaultRateLimits, type RateLimits } from '../options/rate-limits.ts';
import type { LocalSearchOptions } from '../options/search.ts';
import type { LocalUploadOptions } from '../options/upload.ts';
import { createEngine, type EngineParts } from '../responding/engine.ts';
import { withoutBody } from '../responding/head-response.ts';
import { baseUrlsAt } from '../routing/base-urls.ts';
import type { Assumption, LocalService } from '../routing/service.ts';
import { answerSampleSite, isForSampleSite, sampleSiteAt } from '../sample-site/index.ts';
import type { Inbox } from '../world/inbox.ts';
import type { JournalEntry } from '../world/request-log.ts';
import { createWorld, type LocalClock } from '../world/state.ts';
import { commonAssumptions } from './common-assumptions.ts';
import { readyMade, seed, type SeedData, type Seeded, type SeededAccount } from './seed.ts';
import type { PlatformInternals, PlatformState } from './internals.ts';
import { services as ownServices } from './services.ts';
import { readSnapshot, toSnapshot, type Snapshot } from './snapshot.ts';

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
   * Fills bytes with random values, of which tokens, keys and codes are made. Tests that need the same ones each time give their own.
   * Default: `crypto.getRandomValues`.
   */
  readonly random?: (bytes: Uint8Array<ArrayBuffer>) => unknown;
  /** False responds to a registration with a session at once. Default: true. */
  readonly requireActivation?: boolean;
  /** False accepts a refresh token more than once. Default: true. */
  readonly refreshTokensSingleUse?: boolean;
  /**
   * The reaction to a refresh token that is used twice. `end-session` ends it with all its tokens, as a platform does that takes
   * this for theft. Default: `reject`, which rejects only the second use.
   */
  readonly refreshTokenReuse?: 'reject' | 'end-session';
  /** The lifetime of access tokens, in seconds. Default: 900. */
  readonly accessTokenSeconds?: number;
  /** The lifetime of refresh tokens, in seconds. Default: 86,400. */
  readonly refreshTokenSeconds?: number;
  /** The limits of calls. Default: 100 calls in 60 seconds, each. */
  readonly rateLimits?: RateLimits;
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

/** The API specification as a platform in memory. */
export interface LocalPlatform {
  /** Responds to a request to any of its base addresses, of any origin. Fits the `fetch` option of the clients. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** Returns the base addresses of all services, for the `baseUrls` option of the clients. Default of `origin`: `https://platform.test`. */
  baseUrls(origin?: string): Record<BaseName, string>;
  readonly apiKey: string;
  /** The Bearer of the gateway for the default project. */
  readonly gatewayKey: string;
  /** The key pair of the default project, for trace analytics. */
  readonly projectKeys: ProjectKeys;
  /** An activated account, the owner of one organization. */
  readonly account: SeededAccount;
  readonly inbox: Inbox;
  readonly faults: Faults;
  /** The requests, oldest first. */
  readonly journal: readonly JournalEntry[];
  /** The jobs of the converter, oldest first. A client that closes the connection ends its job. */
  readonly jobs: readonly ConverterJob[];
  /** The address of pages to convert, to crawl and to search: `fetch` responds with them, and `serve` on its own port. */
  readonly sampleSite: string;
  readonly clock: LocalClock;
  /** Adds accounts and organizations at once. */
  seed(data: SeedData): Seeded;
  /** Removes everything but the default account and its organization. */
  reset(): void;
  /** Returns the whole state as a document that JSON can hold: records, messages, clock and keys. It holds secrets in clear. */
  snapshot(): Snapshot;
  /**
   * Puts the state of a snapshot in the place of this one, keys included. Faults and the log of requests stay. Throws a `TypeError` for
   * an invalid snapshot, and changes nothing then.
   */
  restore(snapshot: Snapshot): void;
  /** The choices of the local platform that the API specification leaves open. */
  assumptions(): readonly Assumption[];
  /** @internal */
  handle(request: Request, respond: Respond): Promise<Response>;
  /** @internal */
  readonly internals: PlatformInternals;
}

export const DEFAULT_ORIGIN = 'https://platform.test';

/** Creates a local platform. Nothing listens: call its `fetch`, or give it to `serve` or to msw. */
export const createLocalPlatform = (options: LocalPlatformOptions = {}): LocalPlatform => {
  const { clock = { now: () => Date.now() }, ids, rateLimits, services = ownServices } = options;
  const credentials = options.randomCredentials ? randomCredentials() : wellKnownCredentials;
  // A snapshot that is restored brings its own.
  let keys = { apiKey: options.apiKey ?? credentials.apiKey, gatewayKey: credentials.gatewayKey, projectKeys: credentials.projectKeys };
  const settings = {
    get apiKey() {
      return keys.apiKey;
    },
    get gatewayKey() {
      return keys.gatewayKey;
    },
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
  const onCall: Parameters<PlatformInternals['onCall']>[0][] = [];
  const notify: EngineParts['onCall'] = (sent, call) => {
    for (const listener of onCall) listener(sent, call);
  };
  const engine = createEngine({ services, world, faults, journal, onCall: notify });
  const handle: LocalPlatform['handle'] = async (request, respond) => {
    if (!isForSampleSite(request.url)) return engine(request, respond);
    const answer = answerSampleSite(request.url);
    return request.method === 'HEAD' ? withoutBody(answer) : answer;
  };
  const begin = (): SeededAccount => seed(world, readyMade(credentials.password, keys.projectKeys)).accounts[0] as SeededAccount;
  let account = begin();

  const capture: PlatformInternals['capture'] = () => {
    const { state, bytes } = world.capture();
    return { state: { world: state, identity: { ...keys, account } }, bytes };
  };
  const restoreState = ({ world: state, identity }: PlatformState): void => {
    world.restore(state);
    ({ account, ...keys } = identity);
    endJobs(world);
  };

  return {
    handle,
    async fetch(input, init) {
      const request = input instanceof Request && !init ? input : new Request(input, init);
      request.signal.throwIfAborted();
      return handle(request, (document, answer) => Response.json(document, answer));
    },
    baseUrls: (origin = DEFAULT_ORIGIN) => baseUrlsAt(origin),
    get apiKey() {
      return keys.apiKey;
    },
    get gatewayKey() {
      return keys.gatewayKey;
    },
    get projectKeys() {
      return keys.projectKeys;
    },
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
    internals: { world, faults, services, capture, restoreState, onCall: (listener) => void onCall.push(listener) },
    snapshot() {
      const { state } = capture();
      return toSnapshot(state.world, state.identity, world.timestamp());
    },
    restore(snapshot) {
      const { identity, state } = readSnapshot(snapshot);
      restoreState({ identity, world: state });
    },
    assumptions: () => [...commonAssumptions, ...services.flatMap(({ assumptions }) => assumptions)],
  };
};
