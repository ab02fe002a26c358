import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { createGatewayClient, createLimiter } from '@platform-sdk/gateway';
import { createMemoryClient, createMemoryTokens, isMemoryAuthenticationError } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createSearchClient } from '@platform-sdk/search';
import type { Environment } from './environment.ts';
import { createRelay } from './relay.ts';
import type { SignedInUser } from './signed-in-user.ts';

/** Responds to a request on behalf of a user. `path` is the part of the path after the service's prefix. */
export type RelayedService = (request: Request, path: string, user: SignedInUser) => Promise<Response>;

/** Matches the version in a URL of the gateway. Paths of its operations do not contain the version. */
const VERSION = /^\/v1(?=\/)/;
const ANALYTICS_PATH = /^\/([^/]+)\/([^/]+)(\/.*)$/;

/** Traces require the key pair of their project. The server reads the key pair with the user's own token. */
const relayAnalytics: RelayedService = async (request, path, { platform }) => {
  const [, organizationId = '', projectId = '', rest = ''] = ANALYTICS_PATH.exec(path) ?? [];
  const place = { organizationId: decodeURIComponent(organizationId), projectId: decodeURIComponent(projectId) };
  const projects = createProjectsClient(platform);
  const analytics = createAnalyticsClient(platform, { projectKeys: () => projects.keyPair(place) });
  const relay = createRelay([analytics.traces.list, analytics.traces.get, analytics.metrics.daily]);
  return relay(request, rest);
};

/** Returns a user's e-mail address from the members of their organizations, or else a placeholder. The page could send a wrong address. */
const emailOf = async ({ id, platform }: SignedInUser): Promise<string> => {
  const organizations = await createOrganizationsClient(platform).list();
  const found = organizations.flatMap(({ users = [] }) => users).find((user) => user.id === id);
  return found?.email ?? `${id}@users.invalid`;
};

/** Relays the memory service, where each user has a separate memory. The server registers each user at the first request and keeps the token. */
const relayMemory = (options: PlatformOptions): RelayedService => {
  const { memoryTokenOf, forget } = createMemoryTokens(createMemoryClient(createPlatform(options)));
  return async (request, path, user) => {
    const findToken = memoryTokenOf({ id: user.id, email: () => emailOf(user) });
    let token = '';
    const source = async (): Promise<string> => (token = await findToken());
    const memory = createMemoryClient(createPlatform({ ...options, tokens: { memory: source } }));
    const { sessions, memories } = memory;
    const methods = [
      sessions.list,
      sessions.create,
      sessions.get,
      sessions.history,
      sessions.clear,
      memory.chatStream,
      memories.list,
      memories.search,
      memories.remove,
      memories.duplicates,
      memories.deduplicate,
    ];
    // Forgets a revoked token, so that the next request of the page gets a new token.
    const relay = createRelay(methods, async (error) => {
      if (isMemoryAuthenticationError(error)) await forget(user.id, token);
    });
    return relay(request, path);
  };
};

/** Returns the services whose credentials stay on this server, by the first part of their path. */
export const relayedServices = (environment: Environment): Readonly<Record<string, RelayedService>> => {
  const platform = createPlatform(environment.options);
  const limiter = createLimiter({ tier: 'free' });
  const gateway = createGatewayClient(platform, { limiter });
  const search = createSearchClient(platform);
  const converter = createConverterClient(platform);
  const chats = createRelay([gateway.chatStream]);
  return {
    analytics: relayAnalytics,
    gateway: (request, path) => chats(request, path.replace(VERSION, '')),
    // All users share the gateway's key and its limiter.
    limiter: async () => Response.json(limiter.headroom(), { headers: { 'cache-control': 'no-store' } }),
    memory: relayMemory(environment.options),
    search: createRelay([search.search, search.chatStream]),
    converter: createRelay([converter.convert, converter.crawl, converter.download]),
  };
};
