import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { runDoctor, runDrift } from '@platform-sdk/cli';
import { createConverterClient, openArchive } from '@platform-sdk/converter';
import {
  cookieTokenStore,
  createPlatform,
  indexedDbTokenStore,
  isPlatformError,
  refreshCookie,
  toStandardSchema,
  webLock,
  webStorageTokenStore,
} from '@platform-sdk/core';
import { fileLock } from '@platform-sdk/core/node';
import { fromResponse, toErrorResponse, toReadableStream, toResponse } from '@platform-sdk/core/relay';
import { createGatewayClient, createLimiter } from '@platform-sdk/gateway';
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { createMemoryClient, createMemoryTokens } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import * as organizations from '@platform-sdk/organizations/contract';
import { infiniteQuery, pathKey, query, streamedQuery } from '@platform-sdk/query';
import { createSearchClient } from '@platform-sdk/search';
import { createSettingsStore } from '@platform-sdk/settings';
import { createUploadClient } from '@platform-sdk/upload';
import { createWalletsClient } from '@platform-sdk/wallets';
import { describe, expect, it } from 'vitest';
import type * as OpenTelemetry from '../../packages/opentelemetry/src/index.ts';
import type * as Redis from '../../packages/redis/src/index.ts';
import { publishedPackages } from '@platform-sdk/build/workspace';
import { withVirtualSource } from '../helpers/virtual-source.ts';

const sourceOf = (name: string): string => new URL(`../../packages/${name}/src/index.ts`, import.meta.url).href;
const { createTracing } = (await import(sourceOf('opentelemetry'))) as typeof OpenTelemetry;
const { redisLimiter, redisLock, redisSettingsStorage, redisTokenStore } = (await import(sourceOf('redis'))) as typeof Redis;

/** No option has this name or a similar name. */
const UNKNOWN = 'zzzzzzzz';
const unknown: object = { [UNKNOWN]: 1 };

const local = createLocalPlatform();
const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch });
const redisClient = { eval: () => undefined, duplicate: () => undefined } as never;
const source = { async *[Symbol.asyncIterator]() {} };
const emptyZip = new Uint8Array([80, 75, 5, 6, ...Array.from({ length: 18 }, () => 0)]);
const converter = createConverterClient({
  baseUrls: { converter: 'https://api.test' },
  fetch: async () => new Response(emptyZip, { headers: { 'Content-Type': 'application/zip' } }),
});
const download = () => converter.download({ site: 'example.com' });
const openLog = () =>
  createAgentPassesClient({
    apiKey: 'key',
    accessToken: 'token',
    baseUrls: { auth: 'https://api.test/v1' },
    fetch: async () => Response.json([]),
  }).activity.export({ agent_user_id: 'agent' });
const gateway = createGatewayClient(platform);
const wallets = createWalletsClient(platform);

/** Everything that takes an object of options, by the public type of that object, with an option that it does not have. */
const scenes: Readonly<Record<string, () => unknown>> = {
  ArchiveExtractOptions: () => openArchive(emptyZip).extractTo(join(tmpdir(), 'unknown-options'), unknown),
  'ArchiveLimits of entries': async () => {
    for await (const _ of openArchive(emptyZip).entries(unknown));
  },
  'ArchiveLimits of blob': async () => (await download()).blob(unknown),
  CallOptions: () => createOrganizationsClient(platform).list({}, unknown),
  ConverterClientOptions: () => createConverterClient(unknown),
  RefreshCookieOptions: () => refreshCookie({ read: () => '', platform: () => platform, ...unknown }),
  ConversationOptions: () => createMemoryClient(platform).conversation({ session_id: '1' }, unknown),
  CookieReaderOptions: () => cookieTokenStore({ read: () => '', ...unknown }),
  CookieTokenStoreOptions: () => cookieTokenStore({ read: () => '', write: () => '', ...unknown }),
  ControlOptions: () => serve(local, { control: unknown }),
  DoctorOptions: () => runDoctor({ variables: {}, ...unknown }),
  DownloadOptions: () => converter.download({ site: 'example.com' }, unknown),
  DriftOptions: () => runDrift({ options: {}, ...unknown }),
  FileLockOptions: () => fileLock(join(tmpdir(), 'unknown-options'), unknown),
  GatewayClientOptions: () => createGatewayClient(unknown),
  GatewaySettings: () => createGatewayClient(platform, unknown),
  IndexedDbTokenStoreOptions: () => indexedDbTokenStore(unknown),
  'KeyOptions of query': () => query(createOrganizationsClient(platform).list, {}, unknown),
  'KeyOptions of infiniteQuery': () => infiniteQuery(wallets.transactions, { addressHash: 'a' }, unknown),
  'KeyOptions of streamedQuery': () => streamedQuery(gateway.chatStream, { model: 'auto', messages: [] }, unknown),
  'KeyOptions of pathKey': () => pathKey(createOrganizationsClient(platform).list, {}, unknown),
  LimiterOptions: () => createLimiter({ tier: 'free', ...unknown }),
  LocalConverterOptions: () => createLocalPlatform({ converter: unknown }),
  LocalGatewayOptions: () => createLocalPlatform({ gateway: unknown }),
  LocalPlatformOptions: () => createLocalPlatform(unknown),
  LocalRateLimits: () => createLocalPlatform({ rateLimits: unknown }),
  LocalSearchOptions: () => createLocalPlatform({ search: unknown }),
  LocalUploadOptions: () => createLocalPlatform({ upload: unknown }),
  MemoryAgentOptions: () => createMemoryClient(platform, unknown),
  MemoryClientOptions: () => createMemoryClient(unknown),
  MemoryTokensOptions: () => createMemoryTokens(createMemoryClient(platform), unknown),
  PayOnceOptions: () =>
    wallets.payOnce(
      { from_wallet: 'a', to_wallet: 'b', amount: 1, source_asset: 'CREDITS' },
      { reference: 'order-1', journal: { get: async () => undefined, set: async () => undefined }, ...unknown },
    ),
  PlatformOptions: () => createPlatform(unknown),
  'PlatformOptions.baseUrls': () =>
    createWalletsClient({ baseUrls: { organizations: 'https://api.test/v1', walets: 'https://b.test/v1' } as object }),
  'ReceiveOptions of a log': async () => (await openLog()).blob(unknown),
  'ReceiveOptions of the stream of a log': async () => (await openLog()).stream(unknown).getReader().read(),
  RedisLimiterOptions: () => redisLimiter(redisClient, { key: 'a', ...unknown }),
  RedisLockOptions: () => redisLock(redisClient, { key: 'a', ...unknown }),
  RedisSettingsStorageOptions: () => redisSettingsStorage(redisClient, { key: 'a', ...unknown }),
  RedisTokenStoreOptions: () => redisTokenStore(redisClient, { key: 'a', ...unknown }),
  ErrorResponseOptions: async () => toErrorResponse(new Error('a'), unknown),
  'RelayOptions of toReadableStream': () => toReadableStream(source, unknown),
  ResponseOptions: () => toResponse(source, unknown),
  RetryOptions: () => createPlatform({ retry: unknown }),
  'SaveJobOptions of crawlTo': () => converter.crawlTo({ folder: tmpdir(), url: 'https://a.example' }, unknown),
  'SaveJobOptions of batchTo': () => converter.batchTo({ folder: tmpdir(), urls: ['https://a.example'] }, unknown),
  SearchClientOptions: () => createSearchClient(unknown),
  ServeOptions: () => serve(local, unknown),
  ServiceOptions: () => createOrganizationsClient(unknown),
  SessionOptions: () => createPlatform({ session: unknown }),
  SettingsStoreOptions: () => createSettingsStore(platform, unknown),
  StandardSchemaOptions: () => toStandardSchema(organizations.create.input, unknown),
  StreamOptions: () => gateway.chatStream({ model: 'auto', messages: [{ role: 'user', content: 'Hi' }] }, unknown).final(),
  'StreamOptions of fromResponse': () => fromResponse(new Response('data: [DONE]\n\n'), unknown).final(),
  TracingOptions: () => createTracing(unknown),
  UploadClientOptions: () => createUploadClient(unknown),
  UploadOptions: () => createUploadClient(platform).upload({ file: new File(['a'], 'a.txt') }, unknown),
  WalletsClientOptions: () => createWalletsClient(platform, unknown),
  WatchMetricsOptions: async () => {
    for await (const _ of createAgentPassesClient(platform).activity.watchMetrics({ agent_user_id: 'a' }, unknown)) return;
  },
  WebLockOptions: () => webLock(unknown),
  WebStorageTokenStoreOptions: () => webStorageTokenStore(unknown),
};

/** Types that are not options: results, fields of an input, and parts of other types. The React hooks do not load core's code. */
const OTHERS = new Set([
  'InfiniteQuerySettings',
  'MutationSettings',
  'QuerySettings',
  'StreamedQuerySettings',
  'GatewayRateLimits',
  'ChatSettings',
  'StreamSettings',
  'GatewayModelOptions',
  'LocalSettings',
  'UserSettings',
  'PollOptions',
  'RedisOptions',
  'TierLimits',
  'ChatOptions',
  'JobOptions',
]);

const resultOf = async (run: () => unknown): Promise<unknown> => {
  try {
    return await run();
  } catch (error) {
    return error;
  }
};

describe('option with an unknown name', () => {
  it('causes an input error that names it, for every function with options', async () => {
    const accepted: Record<string, unknown> = {};
    for (const [name, scene] of Object.entries(scenes)) {
      const result = await resultOf(scene);
      const isRight =
        isPlatformError(result) && result.kind === 'invalid-input' && / is unknown: (?:the \w+ are|did you mean)/.test(result.message);
      if (!isRight) accepted[name] = result instanceof Error ? result.message : typeof result;
    }
    expect(accepted).toEqual({});
  }, 60_000);

  it('an option with an unknown name is tested above for every public type of options', async () => {
    const files = (await publishedPackages()).flatMap(({ directory, entries }) => entries.map((entry) => join(directory, entry)));
    const text = files.map((file, index) => `export * as entry${index} from '${file.replaceAll('\\', '/')}';`).join('\n');
    const found = withVirtualSource(text, ({ checker, module }) =>
      checker
        .getExportsOfModule(module)
        .flatMap((each) => checker.getExportsOfModule(checker.getAliasedSymbol(each)))
        .map(({ name }) => name)
        .filter((name) => /^[A-Z]\w*(?:Options|Settings|Limits)$/.test(name)),
    );
    const covered = Object.keys(scenes).map((name) => name.split(/[ .]/, 1).join());
    expect([...new Set(found)].filter((name) => !OTHERS.has(name)).toSorted()).toEqual([...new Set(covered)].toSorted());
  }, 120_000);
});
