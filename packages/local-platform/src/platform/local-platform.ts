import type { BaseName, ProjectKeys } from '@platform-sdk/core';
import { checkOptions } from '@platform-sdk/core/internal';
import { endJobs } from '../services/converter/jobs.ts';
import { jobRecords, type LocalConverterJob } from '../services/converter/records.ts';
import type { Respond } from '../errors/refusal.ts';
import { createFaults, type Faults } from '../faults/faults.ts';
import { createLike } from '../like/create-like.ts';
import { checkLikeReport } from '../like/report.ts';
import { randomCredentials, wellKnownCredentials } from '../options/default-credentials.ts';
import { createEngine, type EngineParts } from '../responding/engine.ts';
import { withoutBody } from '../responding/head-response.ts';
import { baseUrlsAt } from '../routing/base-urls.ts';
import { baseOf, checkOperationName, operationsOf } from '../routing/operations.ts';
import type { Assumption } from '../routing/service.ts';
import { answerSampleSite, isForSampleSite, sampleSiteAt } from '../sample-site/index.ts';
import type { Inbox } from '../world/inbox.ts';
import type { RequestLogEntry } from '../world/request-log.ts';
import { createWorld, type LocalClock } from '../world/state.ts';
import { commonAssumptions } from './common-assumptions.ts';
import { localPlatformOptions, settingsOf, type LocalPlatformOptions } from './options.ts';
import type { SeedData, SeedResult, SeededAccount } from './seed-data.ts';
import { readyMade, seed } from './seed.ts';
import type { PlatformInternals, PlatformState } from './internals.ts';
import { services as ownServices } from './services.ts';
import type { Snapshot } from './snapshot-schema.ts';
import { readSnapshot, toSnapshot } from './snapshot.ts';

/** A platform in memory that implements the API specification. */
export interface LocalPlatform {
  /** Responds to requests for any base URL, at any origin. Pass it as the `fetch` option of the clients. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** Returns the base URLs of all services, for the `baseUrls` option of the clients. Default of `origin`: `https://platform.test`. */
  baseUrls(origin?: string): Record<BaseName, string>;
  readonly apiKey: string;
  /** The gateway's Bearer token for the default project. */
  readonly gatewayKey: string;
  /** The default project's key pair, for trace analytics. */
  readonly projectKeys: ProjectKeys;
  /** An activated account that owns one organization. */
  readonly account: SeededAccount;
  readonly inbox: Inbox;
  readonly faults: Faults;
  /** The received requests, oldest first. */
  readonly requestLog: readonly RequestLogEntry[];
  /** The converter's jobs, oldest first. A running job ends when its client disconnects. */
  readonly jobs: readonly LocalConverterJob[];
  /** The URL of sample pages to convert, crawl and search. `fetch` serves these pages; `serve` also serves them on its port. */
  readonly sampleSite: string;
  readonly clock: LocalClock;
  /** Adds accounts, organizations and other data without registration. */
  seed(data: SeedData): SeedResult;
  /** Restores the initial data: the default account, its organization and sample records. Removes faults, and clears the request log. */
  reset(): void;
  /** Returns the whole state as JSON: records, messages, clock and keys. The snapshot contains secrets in clear text. */
  snapshot(): Snapshot;
  /**
   * Replaces the state, including the keys, with a snapshot. Faults and the request log do not change. Throws `invalid-input`
   * for an invalid snapshot, before anything changes.
   */
  restore(snapshot: Snapshot): void;
  /** Lists how the local platform behaves where the API specification is silent. */
  assumptions(): readonly Assumption[];
  /** @internal */
  handle(request: Request, respond: Respond): Promise<Response>;
  /** @internal */
  readonly internals: PlatformInternals;
}

export const DEFAULT_ORIGIN = 'https://platform.test';

/** Creates a local platform. The platform does not listen on a port: call its `fetch`, or pass it to `serve` or msw. */
export const createLocalPlatform = (options: LocalPlatformOptions = {}): LocalPlatform => {
  checkOptions('createLocalPlatform', localPlatformOptions, options);
  const { clock = { now: () => Date.now() }, ids, services = ownServices } = options;
  for (const name of Object.keys(options.wireNames ?? {})) checkOperationName('createLocalPlatform', `wireNames.${name}`, name, services);
  if (options.like) checkLikeReport('createLocalPlatform: the option like', options.like);
  const credentials = options.randomCredentials ? randomCredentials() : wellKnownCredentials;
  // These settings are a copy, because a restored snapshot replaces the keys in them.
  const settings = { ...settingsOf(options, credentials) };
  let { projectKeys } = credentials;
  const world = createWorld({ settings, now: () => clock.now(), ids, random: options.random });
  const faults = createFaults((name) => checkOperationName('faults.add', 'operation', name, services));
  const requestLog: RequestLogEntry[] = [];
  const onCall = new Set<Parameters<PlatformInternals['onCall']>[0]>();
  const notify: EngineParts['onCall'] = (sent, call) => {
    for (const listener of onCall) listener(sent, call);
  };
  const subscribe: PlatformInternals['onCall'] = (listener) => {
    onCall.add(listener);
    return () => void onCall.delete(listener);
  };
  const bases = new Map(operationsOf(services).map((each) => [each.name, baseOf(each)]));
  const like = options.like && createLike(options.like, (name) => bases.get(name));
  const engine = createEngine({ services, world, faults, requestLog, like, onCall: notify });
  const handle: LocalPlatform['handle'] = async (request, respond) => {
    if (!isForSampleSite(request.url)) {
      const end = world.begin();
      return engine(request, respond).finally(end);
    }
    const answer = answerSampleSite(request.url);
    return request.method === 'HEAD' ? withoutBody(answer) : answer;
  };
  const begin = (): SeededAccount => seed(world, readyMade(credentials.password, projectKeys)).accounts[0] as SeededAccount;
  let account = begin();

  const identityNow = (): PlatformState['identity'] => {
    const { apiKey, gatewayKey } = settings;
    return { apiKey, gatewayKey, projectKeys, account };
  };
  const capture: PlatformInternals['capture'] = () => {
    const { state, bytes } = world.capture();
    return { state: { world: state, identity: identityNow() }, bytes };
  };
  const restoreState = ({ world: state, identity }: PlatformState): void => {
    world.restore(state);
    ({ account, projectKeys } = identity);
    ({ apiKey: settings.apiKey, gatewayKey: settings.gatewayKey } = identity);
    if (state.stores.has(jobRecords.storeName)) endJobs(world);
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
      return settings.apiKey;
    },
    get gatewayKey() {
      return settings.gatewayKey;
    },
    get projectKeys() {
      return projectKeys;
    },
    get account() {
      return account;
    },
    inbox: world.inbox,
    faults,
    requestLog,
    get jobs() {
      return world.records(jobRecords);
    },
    sampleSite: sampleSiteAt(),
    clock: world.clock,
    seed: (data) => seed(world, data),
    reset() {
      world.reset();
      faults.clear();
      requestLog.splice(0);
      account = begin();
    },
    internals: { world, faults, services, capture, restoreState, sweeps: [], onCall: subscribe },
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
