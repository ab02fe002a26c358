import type { Platform } from '@platform-sdk/core';
import type { OperationEntry } from './operations.ts';

/** Loads the client of a service when one of its operations is called. */
const CLIENTS: Readonly<Record<string, () => Promise<(platform: Platform) => object>>> = {
  auth: async () => (await import('@platform-sdk/auth')).createAuthClient,
  organizations: async () => (await import('@platform-sdk/organizations')).createOrganizationsClient,
  projects: async () => (await import('@platform-sdk/projects')).createProjectsClient,
  settings: async () => (await import('@platform-sdk/settings')).createSettingsClient,
  agentPasses: async () => (await import('@platform-sdk/agent-passes')).createAgentPassesClient,
  wallets: async () => (await import('@platform-sdk/wallets')).createWalletsClient,
  analytics: async () => (await import('@platform-sdk/analytics')).createAnalyticsClient,
  memory: async () => (await import('@platform-sdk/memory')).createMemoryClient,
  gateway: async () => (await import('@platform-sdk/gateway')).createGatewayClient,
  upload: async () => (await import('@platform-sdk/upload')).createUploadClient,
  search: async () => (await import('@platform-sdk/search')).createSearchClient,
  converter: async () => (await import('@platform-sdk/converter')).createConverterClient,
};

/** A method of a client. The operation's `kind` determines the result: a promise, pages, a stream or a job. */
export type OperationMethod = (input: object, options?: object) => unknown;

/** Returns the client method of an operation. Some methods do more than the contract describes, such as reading a file. */
export const methodOf = async ({ name, service }: OperationEntry, platform: Platform): Promise<OperationMethod> => {
  const create = await CLIENTS[service]?.();
  const [, ...keys] = name.split('.');
  return keys.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], create?.(platform)) as OperationMethod;
};
