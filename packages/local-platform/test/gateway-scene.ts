import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient, type GatewayClient, type GatewayClientOptions } from '@platform-sdk/gateway';
import { createLocalPlatform, localAdminAccess, type LocalPlatform, type LocalPlatformOptions } from '@platform-sdk/local-platform';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createWalletsClient, type WalletsClient } from '@platform-sdk/wallets';
import { signInReady } from './raw-request.ts';

export { failureOf } from '@platform-sdk/test-helpers';

/** The platform, and the actions of its default account. */
export interface GatewayScene {
  readonly platform: LocalPlatform;
  readonly gateway: GatewayClient;
  /** Creates a client with another key or other options. */
  readonly gatewayWith: (options: GatewayClientOptions) => GatewayClient;
  readonly projects: ReturnType<typeof createProjectsClient>;
  readonly wallets: WalletsClient;
  /** The organization and the project of the default account. */
  readonly place: { readonly organizationId: string; readonly projectId: string };
  /** Returns the balance of an entity's first wallet. */
  readonly balance: (entityType: 'user' | 'organization' | 'project') => Promise<number>;
  /** Creates a wallet with this amount for the project, and empties all other wallets. */
  readonly onlyInProject: (amount: number) => Promise<void>;
}

export const createGatewayScene = async (options: LocalPlatformOptions = {}): Promise<GatewayScene> => {
  const platform = createLocalPlatform({ clock: { now: () => Date.UTC(2026, 0, 1) }, ...options });
  const { fetch, apiKey } = platform;
  const accessToken = await signInReady(platform);
  const shared = createPlatform({ fetch, apiKey, accessToken, baseUrls: platform.baseUrls(), adminAccess: localAdminAccess });
  const wallets = createWalletsClient(shared);
  const [organization] = await createOrganizationsClient(shared).list();
  const place = { organizationId: organization!.id, projectId: '1' };
  const gatewayWith: GatewayScene['gatewayWith'] = (more) =>
    createGatewayClient({ baseUrl: platform.baseUrls().gateway, apiKey: platform.gatewayKey, fetch, validation: 'throw', ...more });
  const walletOf = async (entityType: string) => (await wallets.list()).find((wallet) => wallet.entityType === entityType)!;
  return {
    platform,
    gateway: gatewayWith({}),
    gatewayWith,
    projects: createProjectsClient(shared),
    wallets,
    place,
    balance: async (entityType) => (await walletOf(entityType)).balance,
    async onlyInProject(amount) {
      for (const { addressHash, balance } of await wallets.list()) if (balance > 0) await wallets.debit({ addressHash, amount: balance });
      const { addressHash } = await wallets.create({ entity_type: 'project', entity_id: place.projectId, purpose: 'project_funds' });
      if (amount > 0) await wallets.credit({ addressHash, amount });
    },
  };
};

/** Returns the input of a chat with one user message. */
export const ask = (model: string, content = 'Hello there') => ({ model, messages: [{ role: 'user', content }] });
