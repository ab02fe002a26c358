import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createWalletsClient } from '@platform-sdk/wallets';
import { QueryClient } from '@tanstack/query-core';
import { onTestFinished } from 'vitest';

const memoryUser = { id: 'ada00000-0000-4000-8000-000000000001', email: 'ada@example.com', token: 'memory-token' };

/** Creates a local platform, its clients and a query client, without a signed-in user. */
export const createScene = (options: Partial<PlatformOptions> = {}) => {
  const local = createLocalPlatform();
  local.seed({ accounts: [{ email: 'grace@example.com', password: 'compiler' }], memoryUsers: [memoryUser] });
  const platform = createPlatform({
    apiKey: local.apiKey,
    baseUrls: local.baseUrls(),
    fetch: local.fetch,
    projectKeys: local.projectKeys,
    tokens: { memory: memoryUser.token, gateway: local.gatewayKey },
    retry: { limit: 0 },
    allowSecretsInBrowser: true,
    ...options,
  });
  const auth = createAuthClient(platform);
  const { email: username, password } = local.account;
  return {
    local,
    platform,
    queryClient: new QueryClient(),
    auth,
    organizations: createOrganizationsClient(platform),
    projects: createProjectsClient(platform),
    wallets: createWalletsClient(platform),
    memory: createMemoryClient(platform),
    gateway: createGatewayClient(platform),
    agentPasses: createAgentPassesClient(platform),
    signIn: () => auth.login({ username, password }),
    signInAsGrace: () => auth.login({ username: 'grace@example.com', password: 'compiler' }),
    countOf: (operation: string): number => local.requestLog.filter((entry) => entry.operation === operation).length,
  };
};

export const createSignedInScene = async (options?: Partial<PlatformOptions>) => {
  const scene = createScene(options);
  await scene.signIn();
  const [organization] = await scene.organizations.list();
  return { ...scene, organizationId: organization!.id };
};

/** Subscribes to an observer until the end of the test. Returns the observer. */
export const observe = <Observer extends { subscribe(listener: () => void): () => void }>(observer: Observer): Observer => {
  onTestFinished(observer.subscribe(() => undefined));
  return observer;
};

/** Waits until a condition is true, for at most 20 seconds. */
export const until = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; !holds(); turn++) {
    if (turn === 4000) throw new Error('The condition was never true.');
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
};
