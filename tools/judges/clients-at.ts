import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createAuthClient } from '@platform-sdk/auth';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createLocalPlatform, localAdminAccess, type LocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createSearchClient } from '@platform-sdk/search';
import { createSettingsClient } from '@platform-sdk/settings';
import { createUploadClient } from '@platform-sdk/upload';
import { createWalletsClient } from '@platform-sdk/wallets';

export const PASSWORD = 'correct horse battery staple';

/** Creates a local platform with two accounts. The second account has never signed in. */
export const createScene = (): LocalPlatform => {
  const local = createLocalPlatform();
  local.seed({ accounts: [{ email: 'grace@example.com', password: PASSWORD }] });
  return local;
};

/** Creates the clients of all services for an origin. */
export const clientsAt = (local: LocalPlatform, origin: string, more: Partial<PlatformOptions> = {}) => {
  const platform = createPlatform({
    apiKey: local.apiKey,
    baseUrls: local.baseUrls(origin),
    projectKeys: local.projectKeys,
    adminAccess: localAdminAccess,
    tokens: { gateway: local.gatewayKey },
    validation: 'throw',
    ...more,
  });
  return {
    platform,
    auth: createAuthClient(platform),
    organizations: createOrganizationsClient(platform),
    projects: createProjectsClient(platform),
    settings: createSettingsClient(platform),
    agentPasses: createAgentPassesClient(platform),
    wallets: createWalletsClient(platform),
    analytics: createAnalyticsClient(platform),
    memory: createMemoryClient(platform),
    gateway: createGatewayClient(platform),
    upload: createUploadClient(platform),
    search: createSearchClient(platform),
    converter: createConverterClient(platform),
  };
};

export type Clients = ReturnType<typeof clientsAt>;
