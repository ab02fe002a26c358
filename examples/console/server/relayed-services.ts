import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient, createLimiter } from '@platform-sdk/gateway';
import { createMemoryClient } from '@platform-sdk/memory';
import { createProjectsClient } from '@platform-sdk/projects';
import { createSearchClient } from '@platform-sdk/search';
import type { Environment } from './environment.ts';
import { createRelay } from './relay.ts';
import type { SignedInUser } from './signed-in-user.ts';

/** Responds to a request for the rest of a path, in the name of a user. */
export type RelayedService = (request: Request, path: string, user: SignedInUser) => Promise<Response>;

/** Addresses of the gateway end in a version, which is no part of its paths. */
const VERSION = /^\/v1(?=\/)/;
const ANALYTICS_PATH = /^\/([^/]+)\/([^/]+)(\/.*)$/;

/** Traces need the key pair of their project, which the user's own token reads. */
const relayAnalytics: RelayedService = async (request, path, { platform }) => {
  const [, organizationId = '', projectId = '', rest = ''] = ANALYTICS_PATH.exec(path) ?? [];
  const place = { organizationId: decodeURIComponent(organizationId), projectId: decodeURIComponent(projectId) };
  const projects = createProjectsClient(platform);
  const analytics = createAnalyticsClient(platform, { projectKeys: () => projects.keyPair(place) });
  const relay = createRelay([analytics.traces.list, analytics.traces.get, analytics.metrics.daily]);
  return relay(request, rest);
};

/** The services whose credentials stay on this server, by the first part of their path. */
export const relayedServices = (environment: Environment): Readonly<Record<string, RelayedService>> => {
  const platform = createPlatform(environment.options);
  const limiter = createLimiter({ tier: environment.tier });
  const gateway = createGatewayClient(platform, { limiter });
  const memory = createMemoryClient(platform);
  const search = createSearchClient(platform);
  const converter = createConverterClient(platform);
  const { sessions, memories } = memory;
  const chats = createRelay([gateway.chatStream]);
  return {
    analytics: relayAnalytics,
    gateway: (request, path) => chats(request, path.replace(VERSION, '')),
    // The gateway's key is shared by all users, and so is its limiter.
    limiter: async () => Response.json(limiter.headroom(), { headers: { 'cache-control': 'no-store' } }),
    memory: createRelay([
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
    ]),
    search: createRelay([search.search, search.chatStream]),
    converter: createRelay([converter.convert, converter.crawl, converter.download]),
  };
};
