import {
  createPlatform,
  type CallOptions,
  type LogEvent,
  type Platform,
  type PlatformError,
  type PlatformOptions,
} from '@platform-sdk/core';
import type { AnyOperation } from '@platform-sdk/core/contract';
import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import * as agentPasses from '@platform-sdk/agent-passes/contract';
import { createAnalyticsClient } from '@platform-sdk/analytics';
import * as analytics from '@platform-sdk/analytics/contract';
import { createAuthClient } from '@platform-sdk/auth';
import * as auth from '@platform-sdk/auth/contract';
import { createConverterClient } from '@platform-sdk/converter';
import * as converter from '@platform-sdk/converter/contract';
import { createGatewayClient } from '@platform-sdk/gateway';
import * as gateway from '@platform-sdk/gateway/contract';
import { createMemoryClient } from '@platform-sdk/memory';
import * as memory from '@platform-sdk/memory/contract';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import * as organizations from '@platform-sdk/organizations/contract';
import { createProjectsClient } from '@platform-sdk/projects';
import * as projects from '@platform-sdk/projects/contract';
import { createSearchClient } from '@platform-sdk/search';
import * as search from '@platform-sdk/search/contract';
import { createSettingsClient } from '@platform-sdk/settings';
import * as settings from '@platform-sdk/settings/contract';
import { createUploadClient } from '@platform-sdk/upload';
import * as upload from '@platform-sdk/upload/contract';
import { createWalletsClient } from '@platform-sdk/wallets';
import * as wallets from '@platform-sdk/wallets/contract';
import { sampleOf, TEXT } from './sample-values.ts';

type Members = Record<string, unknown>;

/** Every service with its contract and its client. */
const SERVICES: Readonly<Record<string, readonly [contract: object, create: (platform: Platform) => object]>> = {
  auth: [auth, createAuthClient],
  organizations: [organizations, createOrganizationsClient],
  projects: [projects, createProjectsClient],
  settings: [settings, createSettingsClient],
  'agent-passes': [agentPasses, createAgentPassesClient],
  wallets: [wallets, createWalletsClient],
  analytics: [analytics, createAnalyticsClient],
  memory: [memory, createMemoryClient],
  gateway: [gateway, createGatewayClient],
  upload: [upload, createUploadClient],
  search: [search, createSearchClient],
  converter: [converter, createConverterClient],
};

/** One operation of a contract, and its path in the contract. */
export interface ServiceMethod {
  readonly service: string;
  /** Its full name, such as `organizations.members.list`. */
  readonly name: string;
  readonly place: readonly string[];
  readonly operation: AnyOperation;
}

/** Every operation of every contract. */
export const serviceMethods: readonly ServiceMethod[] = Object.entries(SERVICES).flatMap(([service, [contract]]) =>
  methodsIn(service, contract, []),
);

function methodsIn(service: string, contract: object, place: readonly string[]): ServiceMethod[] {
  return Object.entries(contract).flatMap(([key, member]: [string, AnyOperation | object]) => {
    const inner = [...place, key];
    return 'method' in member
      ? [{ service, name: [service, ...inner].join('.'), place: inner, operation: member }]
      : methodsIn(service, member, inner);
  });
}

/** Creates the clients of all services. */
export const createClients = (platform: Platform): Readonly<Record<string, object>> =>
  Object.fromEntries(Object.entries(SERVICES).map(([service, [, create]]) => [service, create(platform)]));

/** A method of a client, with its full name. */
export type NamedMethod = readonly [name: string, method: (input?: unknown, options?: unknown) => unknown];

/** Returns all methods of all clients, including those without an operation of their own. */
export const clientMethods = (platform: Platform): NamedMethod[] =>
  Object.entries(createClients(platform)).flatMap(([service, client]) => methodsOf(service, client));

function methodsOf(name: string, member: object): NamedMethod[] {
  if (typeof member === 'function') return [[name, member as NamedMethod[1]]];
  return Object.entries(member).flatMap(([key, inner]: [string, object]) => methodsOf(`${name}.${key}`, inner));
}

/** Finds the method of an operation in the clients of `createClients`. */
export const methodIn = (clients: Readonly<Record<string, object>>, { service, place }: ServiceMethod) =>
  place.reduce<unknown>((found, key) => (found as Members)[key], clients[service]) as (input: object, options?: CallOptions) => unknown;

const messages = [{ role: 'user', content: 'Hello' }];

/** Input that the client requires in addition to the operation. `undefined` removes fields that the client adds itself. */
const EXTRA_INPUT: Readonly<Record<string, Members>> = {
  'memory.memories.removeAll': { confirm: true },
  'settings.update': { language: 'de' },
  'settings.pin': { organization_id: TEXT, setting_key: undefined },
  'projects.members.add': { orgRole: 'OWNER' },
  'gateway.chat': { messages },
  'gateway.chatStream': { messages },
  'search.chat': { messages },
  'search.chatStream': { messages },
  'wallets.transact': { to_wallet: 'another' },
};

/** Returns a valid input of a method. */
export const sampleInputOf = ({ name, operation }: ServiceMethod, input: Members = {}): Members => {
  const given = Object.entries({ ...(sampleOf(operation.input) as Members), ...EXTRA_INPUT[name], ...input });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
};

/** Credentials for every operation, except the access token of a signed-in user. */
export const allCredentials = {
  apiKey: 'app-1',
  tokens: { memory: 'token-1', gateway: 'token-1', upload: 'token-1', converter: 'token-1' },
  projectKeys: { publicKey: 'pk-1', secretKey: 'sk-1' },
  agent: { secretToken: 'agent-1', userId: 'agent-1' },
  adminAccess: 'admin-1',
} as const satisfies PlatformOptions;

/** The services whose base URL ends in a version. */
const VERSIONED = ['auth', 'organizations', 'wallets', 'gateway'];

/** A base URL for every service. */
export const anywhere = Object.fromEntries([
  ...VERSIONED.map((name) => [name, `https://${name}.test/v1`]),
  ...['analytics', 'memory', 'upload', 'search', 'converter'].map((name) => [name, `https://${name}.test`]),
]) as NonNullable<PlatformOptions['baseUrls']>;

/** The outcome of a call. */
export interface Outcome {
  /** The result, if the call succeeded. */
  readonly result?: unknown;
  readonly error?: PlatformError;
  /** The logged differences from the API specification. */
  readonly shapes: readonly string[];
}

/** Calls a method of the service's client with a sample input. Every request gets `response`. */
export const callMethod = async (
  methodOf: ServiceMethod,
  response: Response,
  validation: NonNullable<PlatformOptions['validation']> = 'report',
  input: Members = {},
): Promise<Outcome> => {
  const { service } = methodOf;
  const shapes: string[] = [];
  const logger = (event: LogEvent): void => void (event.type === 'invalid-response' && shapes.push(`${event.field} ${event.message}`));
  const platform = createPlatform({
    ...allCredentials,
    baseUrls: anywhere,
    fetch: async () => response.clone(),
    retry: { limit: 0 },
    logger,
    validation,
  });
  await platform.session.set({ accessToken: TEXT, refreshToken: TEXT });
  const method = methodIn({ [service]: SERVICES[service]![1](platform) }, methodOf);
  try {
    return { result: await wholeOf(method(sampleInputOf(methodOf, input))), shapes };
  } catch (error) {
    return { error: error as PlatformError, shapes };
  }
};

/** Formats an outcome as one line. */
export const describeOutcome = ({ error, result, shapes }: Outcome): string =>
  error ? `${error.name}: ${error.message}` : `resolved ${JSON.stringify(result)}, reported ${JSON.stringify(shapes)}`;

/** Returns the final result of a call: a list's first page, a complete stream, a job's result, or a file's text. */
export const wholeOf = async (returned: unknown): Promise<unknown> => {
  const { pages, final, result } = returned as Readonly<Record<'pages' | 'final' | 'result', unknown>>;
  if (typeof pages === 'function') {
    const { value } = (await (pages as () => AsyncIterable<unknown>)()[Symbol.asyncIterator]().next()) as { readonly value: unknown };
    return value;
  }
  if (typeof final === 'function') return (final as () => unknown)();
  if (typeof result === 'function') return (result as () => unknown)();
  const found = (await returned) as { blob?: () => Promise<Blob> } | undefined;
  return typeof found?.blob === 'function' && !(found instanceof Blob) ? (await found.blob()).text() : found;
};
