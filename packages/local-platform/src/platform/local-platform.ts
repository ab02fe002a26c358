import type { BaseName, ProjectKeys } from '@platform-sdk/core';
import { jobRecords, type LocalConverterJob } from '../converter/records.ts';
import type { Respond } from '../errors/refusal.ts';
import { createFaults, type Faults } from '../faults/faults.ts';
import { checkFields } from '../options/check-fields.ts';
import { randomCredentials, wellKnownCredentials } from '../options/default-credentials.ts';
import { createEngine } from '../responding/engine.ts';
import { withoutBody } from '../responding/head-response.ts';
import { baseUrlsAt } from '../routing/base-urls.ts';
import { checkOperationName } from '../routing/operations.ts';
import type { Assumption } from '../routing/service.ts';
import { answerSampleSite, isForSampleSite, sampleSiteAt } from '../sample-site/index.ts';
import type { Inbox } from '../world/inbox.ts';
import type { RequestLogEntry } from '../world/request-log.ts';
import { createWorld, type LocalClock } from '../world/state.ts';
import { commonAssumptions } from './common-assumptions.ts';
import { OPTION_FIELDS, settingsOf, type LocalPlatformOptions } from './options.ts';
import type { SeedData, SeedResult, SeededAccount } from './seed-data.ts';
import { readyMade, seed } from './seed.ts';
import { services as ownServices } from './services.ts';

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
  readonly requestLog: readonly RequestLogEntry[];
  /** The jobs of the converter, oldest first. A client that closes the connection ends its job. */
  readonly jobs: readonly LocalConverterJob[];
  /** The address of pages to convert, to crawl and to search: `fetch` responds with them, and `serve` on its own port. */
  readonly sampleSite: string;
  readonly clock: LocalClock;
  /** Adds accounts and organizations at once. */
  seed(data: SeedData): SeedResult;
  /** Removes everything but the default account and its organization. */
  reset(): void;
  /** The choices of the local platform that the API specification leaves open. */
  assumptions(): readonly Assumption[];
  /** @internal */
  handle(request: Request, respond: Respond): Promise<Response>;
}

export const DEFAULT_ORIGIN = 'https://platform.test';

/** Creates a local platform. Nothing listens: call its `fetch`, or give it to `serve` or to msw. */
export const createLocalPlatform = (options: LocalPlatformOptions = {}): LocalPlatform => {
  checkFields('createLocalPlatform', options, OPTION_FIELDS);
  const { clock = { now: () => Date.now() }, ids, services = ownServices } = options;
  for (const name of Object.keys(options.wireNames ?? {})) checkOperationName('createLocalPlatform', `wireNames.${name}`, name, services);
  const credentials = options.randomCredentials ? randomCredentials() : wellKnownCredentials;
  const settings = settingsOf(options, credentials);
  const world = createWorld({ settings, now: () => clock.now(), ids, random: options.random });
  const faults = createFaults((name) => checkOperationName('faults.add', 'operation', name, services));
  const requestLog: RequestLogEntry[] = [];
  const engine = createEngine({ services, world, faults, requestLog });
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
    assumptions: () => [...commonAssumptions, ...services.flatMap(({ assumptions }) => assumptions)],
  };
};
