import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createPlatform, isPlatformError } from '@platform-sdk/core';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createSettingsStore, createSettingsClient } from '@platform-sdk/settings';
import { createWalletsClient } from '@platform-sdk/wallets';
import { expect, it } from 'vitest';
import { json, recordingFetch } from '@platform-sdk/test-helpers';
import { allCredentials, anywhere } from '../helpers/service-methods.ts';

const scene = () => {
  const wire = recordingFetch(json({}));
  const platform = createPlatform({ ...allCredentials, accessToken: 'access-1', baseUrls: anywhere, fetch: wire.fetch, validation: 'off' });
  return {
    wire,
    organizations: createOrganizationsClient(platform),
    projects: createProjectsClient(platform),
    settings: createSettingsClient(platform),
    keptSettings: createSettingsStore(platform),
    passes: createAgentPassesClient(platform),
    wallets: createWalletsClient(platform),
    memory: createMemoryClient(platform),
  };
};
type Scene = ReturnType<typeof scene>;

const organizationId = 'org-1';
const inProject = { organizationId, projectId: '7' };
const pass = { orgId: 'org-1', projectId: '7', passId: 'pass-1' };

/** Updates without a new value, and their expected results: `nothing` without a request, the rejected field, or the sent body. */
const changes: Readonly<Record<string, readonly [change: (scene: Scene) => unknown, expected: unknown]>> = {
  'settings.update': [({ settings }) => settings.update({ client: 'web' }), 'nothing'],
  'settings.set': [({ keptSettings }) => keptSettings.set({}), 'nothing'],
  'organizations.update': [({ organizations }) => organizations.update({ organizationId } as never), 'name'],
  'projects.update': [({ projects }) => projects.update(inProject as never), 'name'],
  'projects.apiKeys.update': [({ projects }) => projects.apiKeys.update({ ...inProject, apiKeyId: 'k-1' } as never), 'note'],
  'organizations.members.updateRole': [
    ({ organizations }) => organizations.members.updateRole({ organizationId, userId: 'u-1' } as never),
    'role',
  ],
  'organizations.invitations.update': [
    ({ organizations }) => organizations.invitations.update({ organizationId, invitationId: 'i-1' } as never),
    'orgRole',
  ],
  'memory.users.setGatewayKey': [({ memory }) => memory.users.setGatewayKey({} as never), 'api_key'],
  'memory.profile.merge': [({ memory }) => memory.profile.merge({ facts: {} }), { facts: {} }],
  'memory.sessions.update': [({ memory }) => memory.sessions.update({ session_id: 's-1' }), {}],
  'agentPasses.update': [({ passes }) => passes.update(pass), { agentPass: {} }],
  'wallets.update': [({ wallets }) => wallets.update({ addressHash: '0xA' }), { wallet: {} }],
};

it('an update without a new value has the result that the table of this test lists', async () => {
  const wrong: string[] = [];
  for (const [name, [change, expected]] of Object.entries(changes)) {
    const own = scene();
    const field = await (async () => change(own))().then(
      () => undefined,
      (error: unknown) => (isPlatformError(error) && error.kind === 'invalid-input' ? error.field : undefined),
    );
    own.keptSettings.dispose();
    const [sent] = own.wire.sent;
    const outcome = field ?? (sent ? sent.body : 'nothing');
    if (JSON.stringify(outcome) !== JSON.stringify(expected)) wrong.push(`${name}: ${JSON.stringify(outcome)}`);
  }
  expect(wrong).toEqual([]);
});
