import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
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
} from '@platform-sdk/core';
import { fileLock } from '@platform-sdk/core/node';
import { fromResponse, toErrorResponse, toReadableStream, toResponse } from '@platform-sdk/core/relay';
import { createGatewayClient, createLimiter } from '@platform-sdk/gateway';
import { sweep } from '@platform-sdk/local-platform/testing';
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { createMemoryClient, createMemoryTokens } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import * as organizations from '@platform-sdk/organizations/contract';
import { infiniteQuery, pathKey, query, streamedQuery } from '@platform-sdk/query';
import { createSearchClient } from '@platform-sdk/search';
import { createSettingsStore } from '@platform-sdk/settings';
import { createUploadClient } from '@platform-sdk/upload';
import { createWalletsClient } from '@platform-sdk/wallets';
import { SymbolFlags, type Symbol as SourceSymbol, type Type } from 'typescript/unstable/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as OpenTelemetry from '../../packages/opentelemetry/src/index.ts';
import type * as Redis from '../../packages/redis/src/index.ts';
import { publishedPackages } from '@platform-sdk/build/workspace';
import { TEXT } from '../helpers/sample-values.ts';
import { allCredentials, anywhere, createClients, methodIn, sampleInputOf, serviceMethods, wholeOf } from '../helpers/service-methods.ts';
import { withVirtualSource } from '../helpers/virtual-source.ts';

const sourceOf = (name: string): string => new URL(`../../packages/${name}/src/index.ts`, import.meta.url).href;
const { createTracing } = (await import(sourceOf('opentelemetry'))) as typeof OpenTelemetry;
const { redisLimiter, redisLock, redisMemoryTokenStore, redisSettingsStorage, redisTokenStore } = (await import(
  sourceOf('redis')
)) as typeof Redis;

/** A name that no option resembles. */
const UNKNOWN = 'zzzzzzzz';

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
const openLog = (options?: object) =>
  createAgentPassesClient({
    apiKey: 'key',
    accessToken: 'token',
    baseUrls: { auth: 'https://api.test/v1' },
    fetch: async () => Response.json([]),
  }).activity.export({ agent_user_id: 'agent' }, options);
const gateway = createGatewayClient(platform);
const limited = createGatewayClient(platform, { limiter: createLimiter({ tier: 'free' }) });
const hello = [{ role: 'user', content: 'Hi' }] as const;
const wallets = createWalletsClient(platform);

/** Calls that take an object of options, by the name of the public type of the options. */
const scenes: Readonly<Record<string, (own: object) => unknown>> = {
  ArchiveExtractOptions: (own) => openArchive(emptyZip).extractTo(join(tmpdir(), 'wrong-options'), own),
  'ArchiveLimits of entries': async (own) => {
    for await (const _ of openArchive(emptyZip).entries(own));
  },
  'ArchiveLimits of blob': async (own) => (await download()).blob(own),
  CallOptions: (own) => createOrganizationsClient(platform).list({}, own),
  'CallOptions behind a limiter': (own) => limited.chat({ model: 'auto', messages: hello }, own),
  ConverterClientOptions: (own) => createConverterClient(own),
  RefreshCookieOptions: (own) => refreshCookie({ read: () => '', platform: () => platform, ...own }),
  ConversationOptions: (own) => createMemoryClient(platform).conversation({ session_id: '1' }, own),
  CookieReaderOptions: (own) => cookieTokenStore({ read: () => '', ...own }),
  CookieTokenStoreOptions: (own) => cookieTokenStore({ read: () => '', write: () => '', ...own }),
  ControlOptions: (own) => serve(local, { control: own }),
  DoctorOptions: (own) => runDoctor({ variables: {}, ...own }),
  DownloadOptions: (own) => converter.download({ site: 'example.com' }, own),
  DriftOptions: (own) => runDrift({ options: {}, ...own }),
  FileLockOptions: (own) => fileLock(join(tmpdir(), 'wrong-options'), own),
  GatewayClientOptions: (own) => createGatewayClient(own),
  GatewaySettings: (own) => createGatewayClient(platform, own),
  IndexedDbTokenStoreOptions: (own) => indexedDbTokenStore(own),
  'KeyOptions of query': (own) => query(createOrganizationsClient(platform).list, {}, own),
  'KeyOptions of infiniteQuery': (own) => infiniteQuery(wallets.transactions, { addressHash: 'a' }, own),
  'KeyOptions of streamedQuery': (own) => streamedQuery(gateway.chatStream, { model: 'auto', messages: [] }, own),
  'KeyOptions of pathKey': (own) => pathKey(createOrganizationsClient(platform).list, {}, own),
  LimiterOptions: (own) => createLimiter({ tier: 'free', ...own }),
  LocalConverterOptions: (own) => createLocalPlatform({ converter: own }),
  LocalGatewayOptions: (own) => createLocalPlatform({ gateway: own }),
  LocalPlatformOptions: (own) => createLocalPlatform(own),
  LocalRateLimits: (own) => createLocalPlatform({ rateLimits: own }),
  LocalSearchOptions: (own) => createLocalPlatform({ search: own }),
  LocalUploadOptions: (own) => createLocalPlatform({ upload: own }),
  MemoryAgentOptions: (own) => createMemoryClient(platform, own),
  MemoryClientOptions: (own) => createMemoryClient(own),
  MemoryTokensOptions: (own) => createMemoryTokens(createMemoryClient(platform), own),
  PayOnceOptions: (own) =>
    wallets.payOnce(
      { from_wallet: 'a', to_wallet: 'b', amount: 1, source_asset: 'CREDITS' },
      { reference: 'order-1', journal: { get: async () => undefined, set: async () => undefined }, ...own },
    ),
  PlatformOptions: (own) => createPlatform(own),
  'PlatformOptions.baseUrls': (own) => createWalletsClient({ baseUrls: own }),
  'ReceiveOptions of a log': async (own) => (await openLog()).blob(own),
  'ReceiveOptions of the stream of a log': async (own) => (await openLog()).stream(own).getReader().read(),
  RedisLimiterOptions: (own) => redisLimiter(redisClient, { key: 'a', ...own }),
  RedisLockOptions: (own) => redisLock(redisClient, { key: 'a', ...own }),
  RedisOptions: (own) => redisMemoryTokenStore(redisClient, { key: 'a', ...own }),
  RedisSettingsStorageOptions: (own) => redisSettingsStorage(redisClient, { key: 'a', ...own }),
  RedisTokenStoreOptions: (own) => redisTokenStore(redisClient, { key: 'a', ...own }),
  ErrorResponseOptions: async (own) => toErrorResponse(new Error('a'), own),
  'RelayOptions of toReadableStream': (own) => toReadableStream(source, own),
  ResponseOptions: (own) => toResponse(source, own),
  RetryOptions: (own) => createPlatform({ retry: own }),
  'SaveJobOptions of crawlTo': (own) => converter.crawlTo({ folder: tmpdir(), url: 'https://a.example' }, own),
  'SaveJobOptions of batchTo': (own) => converter.batchTo({ folder: tmpdir(), urls: ['https://a.example'] }, own),
  SearchClientOptions: (own) => createSearchClient(own),
  ServeOptions: (own) => serve(local, own),
  ServiceOptions: (own) => createOrganizationsClient(own),
  ServiceTokens: (own) => createPlatform({ tokens: own }),
  SessionOptions: (own) => createPlatform({ session: own }),
  SettingsStoreOptions: (own) => createSettingsStore(platform, own),
  StandardSchemaOptions: (own) => toStandardSchema(organizations.create.input, own),
  StreamOptions: (own) => gateway.chatStream({ model: 'auto', messages: hello }, own).final(),
  'StreamOptions of a log': (own) => openLog(own),
  'StreamOptions behind a limiter': (own) => limited.chatStream({ model: 'auto', messages: hello }, own).final(),
  FromResponseOptions: (own) => fromResponse(new Response('data: [DONE]\n\n'), own).final(),
  SweepOptions: (own) => sweep({ local: createLocalPlatform(), journey: async () => undefined, ...own }),
  TierLimits: (own) => createLimiter({ requestsPerMinute: 1, concurrency: 1, ...own }),
  Timeouts: (own) => createPlatform({ timeouts: own }),
  Tracing: (own) => createPlatform({ tracing: own }),
  TracingOptions: (own) => createTracing(own),
  UploadClientOptions: (own) => createUploadClient(own),
  UploadOptions: (own) => createUploadClient(platform).upload({ file: new File(['a'], 'a.txt') }, own),
  WalletsClientOptions: (own) => createWalletsClient(platform, own),
  WatchMetricsOptions: async (own) => {
    for await (const _ of createAgentPassesClient(platform).activity.watchMetrics({ agent_user_id: 'a' }, own)) return;
  },
  WebLockOptions: (own) => webLock(own),
};

/** Types that are not options of a call: results, fields of an input, parts of other types, and settings of the React hooks. These hooks do not load core. */
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
  'ChatOptions',
  'JobOptions',
]);

/** Values of several types. `TYPES` declares the type of each. */
const values = {
  text: 'soon',
  number: 5,
  flag: true,
  list: [Symbol('wrong')],
  symbol: Symbol('wrong'),
  date: new Date(0),
  promise: Promise.resolve(),
} as const;

const TYPES: Readonly<Record<keyof typeof values, string>> = {
  text: 'string',
  number: 'number',
  flag: 'boolean',
  list: 'symbol[]',
  symbol: 'symbol',
  date: 'Date',
  promise: 'Promise<void>',
};

/** An option, with values that do not match its type. */
interface Option {
  readonly name: string;
  readonly wrong: readonly unknown[];
}

/** Compiles the entries of all packages. Returns the options of each public type of options. */
const readTypes = async (): Promise<ReadonlyMap<string, readonly Option[]>> => {
  const files = (await publishedPackages()).flatMap(({ directory, entries }) => entries.map((entry) => join(directory, entry)));
  const entries = files.map((file, index) => `export * as entry${index} from '${file.replaceAll('\\', '/')}';`);
  const declarations = Object.entries(TYPES).map(([name, type]) => `export declare const ${name}: ${type};`);
  return withVirtualSource([...entries, ...declarations].join('\n'), ({ checker, module }) => {
    const exported = checker.getExportsOfModule(module);
    const types = new Map(exported.map((each) => [each.name, checker.getTypeOfSymbol(each) as Type]));
    const isWrong = (name: string, option: Type): boolean => !checker.isTypeAssignableTo(types.get(name) as Type, option);
    const optionsOf = (type: Type): Option[] =>
      checker.getPropertiesOfType(type).map((property) => {
        const option = checker.getTypeOfSymbol(property) as Type;
        const wrong = Object.entries(values).flatMap(([name, value]) => (isWrong(name, option) ? [value] : []));
        return { name: property.name, wrong: isWrong('number', option) ? wrong : [...wrong, Number.NaN] };
      });
    const found = exported
      .filter(({ name }) => name.startsWith('entry'))
      .flatMap((each) => checker.getExportsOfModule(checker.getAliasedSymbol(each)))
      .filter(({ name }) => /^[A-Z]\w*(?:Options|Settings|Limits)$|^(?:ServiceTokens|Timeouts|Tracing)$/.test(name) && !OTHERS.has(name));
    const declared = found.map((each) => {
      const symbol = each.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
      return [each.name, checker.getDeclaredTypeOfSymbol(symbol)] as const;
    });
    const baseUrls = checker.getPropertiesOfType(new Map(declared).get('PlatformOptions') as Type).find(({ name }) => name === 'baseUrls');
    const baseUrlsType = checker.getNonNullableType(checker.getTypeOfSymbol(baseUrls as SourceSymbol) as Type) as Type;
    return new Map([...declared, ['PlatformOptions.baseUrls', baseUrlsType] as const].map(([name, type]) => [name, optionsOf(type)]));
  });
};

/** Returns how a scene mishandles an option. Returns undefined if the scene throws an input error that names the option. */
const flawOf = async (run: () => unknown, name: string, message: RegExp): Promise<string | undefined> => {
  try {
    await run();
  } catch (error) {
    if (!isPlatformError(error)) return `untyped: ${String(error)}`;
    const isNamed = error.kind === 'invalid-input' && error.field?.split('.').includes(name) === true;
    return isNamed && message.test(error.message) ? undefined : `${error.kind}, ${error.field}: ${error.message}`;
  }
  return 'accepted';
};

const typeNameOf = (scene: string): string => scene.split(' ', 1).join();

describe('functions with options', () => {
  let types: ReadonlyMap<string, readonly Option[]> = new Map();
  beforeAll(async () => void (types = await readTypes()), 120_000);

  it('every function with options has a scene in this test', () => {
    expect([...types.keys()].toSorted()).toEqual([...new Set(Object.keys(scenes).map(typeNameOf))].toSorted());
  });

  it('every function with options throws an error that names an unknown option', async () => {
    const flaws: Record<string, string> = {};
    for (const [name, scene] of Object.entries(scenes)) {
      const flaw = await flawOf(() => scene({ [UNKNOWN]: 1 }), UNKNOWN, / is unknown: (?:the \w+ are|did you mean)/);
      if (flaw !== undefined) flaws[name] = flaw;
    }
    expect(flaws).toEqual({});
  }, 60_000);

  it('every function with options throws an error that names an option of the wrong type', async () => {
    const flaws: Record<string, string> = {};
    let count = 0;
    for (const [scene, run] of Object.entries(scenes)) {
      for (const { name, wrong } of types.get(typeNameOf(scene)) ?? []) {
        expect(wrong.length, `${scene}.${name}`).toBeGreaterThan(0);
        for (const value of wrong) {
          count++;
          const flaw = await flawOf(() => run({ [name]: value }), name, / (?:must be|is a promise)/);
          if (flaw !== undefined) flaws[`${scene}, ${name}: ${inspect(value)}`] = flaw;
        }
      }
    }
    expect(flaws).toEqual({});
    expect(count).toBeGreaterThan(1000);
  }, 60_000);
});

it('every method rejects an unknown or mistyped option by name before anything is sent', async () => {
  const types = await readTypes();
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (...request) => {
    sent.push(new Request(...request).url);
    return Response.json({});
  };
  const signedIn = createPlatform({ ...allCredentials, baseUrls: anywhere, fetch });
  await signedIn.session.set({ accessToken: TEXT, refreshToken: TEXT });
  const clients = createClients(signedIn);
  const flaws: Record<string, string> = {};
  expect(serviceMethods.length).toBeGreaterThan(100);
  for (const method of serviceMethods) {
    const run = async (own: object): Promise<unknown> => wholeOf(methodIn(clients, method)(sampleInputOf(method), own));
    const options = types.get('stream' in method.operation ? 'StreamOptions' : 'CallOptions') ?? [];
    const cases = options.flatMap(({ name, wrong }) => wrong.map((value) => [name, value, / (?:must be|is a promise)/] as const));
    for (const [name, value, message] of [...cases, [UNKNOWN, 1, / is unknown/] as const]) {
      const flaw = await flawOf(() => run({ [name]: value }), name, message);
      if (flaw !== undefined) flaws[`${method.name}, ${name}: ${inspect(value)}`] = flaw;
    }
  }
  expect(flaws).toEqual({});
  expect(sent).toEqual([]);
  expect(signedIn.session.snapshot()).toBeDefined();
}, 120_000);
