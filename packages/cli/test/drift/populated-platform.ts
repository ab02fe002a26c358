import { randomUUID } from 'node:crypto';
import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAuthClient } from '@platform-sdk/auth';
import type { Account } from '@platform-sdk/cli';
import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { createLocalPlatform, type LocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';

type WireNames = NonNullable<PlatformOptions['wireNames']>;

/** A local platform with records of every kind, and the options for its clients. */
export interface Populated {
  readonly local: LocalPlatform;
  readonly options: PlatformOptions;
  readonly account: Account;
}

/** Creates a local platform with at least one record in each list that drift reads. */
export const populatedPlatform = async (wireNames: WireNames = {}): Promise<Populated> => {
  const local = createLocalPlatform({ wireNames });
  const { email, password } = local.account;
  local.seed({ accounts: [{ email: 'grace@example.com', password: 'compilers', firstName: 'Grace', lastName: 'Hopper' }] });
  const plain = { apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch, wireNames };
  const { access_token: token } = await createMemoryClient(createPlatform(plain)).users.register({ id: randomUUID(), email });
  const options: PlatformOptions = { ...plain, tokens: { memory: token, gateway: local.gatewayKey }, projectKeys: local.projectKeys };
  const platform = createPlatform(options);
  await createAuthClient(platform).login({ username: email, password });
  const organizations = createOrganizationsClient(platform);
  const [organization] = await organizations.list();
  const organizationId = organization?.id ?? '';
  await organizations.members.add({ organizationId, email: 'grace@example.com', role: 'ADMIN' });
  await organizations.invitations.create({ organizationId, email: 'mary@example.com', orgRole: 'member' });
  await createAgentPassesClient(platform).create({ orgId: organizationId, projectId: '1', title: 'Deploys', tags: ['ci'] });
  const memory = createMemoryClient(platform);
  const { session_id } = await memory.sessions.create();
  await memory.chat({ session_id, message: 'My favourite colour is blue.' });
  const { wireNames: _, ...unnamed } = options;
  return { local, options: unnamed, account: { username: email, password } };
};

/** Returns the variables of `.env.example` for a platform at an origin. */
export const variablesOf = ({ local, options, account }: Populated, origin: string): Record<string, string> => ({
  PLATFORM_API_KEY: local.apiKey,
  ...Object.fromEntries(Object.entries(local.baseUrls(origin)).map(([base, url]) => [`PLATFORM_${base.toUpperCase()}_URL`, url])),
  PLATFORM_USERNAME: account.username,
  PLATFORM_PASSWORD: account.password,
  PLATFORM_EMAIL: 'ada+{name}@example.org',
  PLATFORM_MEMORY_TOKEN: String(options.tokens?.memory),
  PLATFORM_GATEWAY_KEY: local.gatewayKey,
  PLATFORM_SITE: local.sampleSite,
  PLATFORM_PROJECT_PUBLIC_KEY: local.projectKeys.publicKey,
  PLATFORM_PROJECT_SECRET_KEY: local.projectKeys.secretKey,
});
