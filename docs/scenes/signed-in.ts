import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createSettingsClient } from '@platform-sdk/settings';
import { createUploadClient } from '@platform-sdk/upload';
import { createWalletsClient } from '@platform-sdk/wallets';
import { auth, local, platform } from './platform.ts';

await auth.login({
  username: local.account.email,
  password: local.account.password,
});
export { auth, local, platform };
export const organizations = createOrganizationsClient(platform);
export const projects = createProjectsClient(platform);
export const agentPasses = createAgentPassesClient(platform);
export const settings = createSettingsClient(platform);
export const upload = createUploadClient(platform);
export const wallets = createWalletsClient(platform);
export const organizationId = (await organizations.list()).at(0)?.id ?? '';
export const orgId = (await organizations.list()).at(0)?.id ?? '';
export const projectId = '1';
export const { id: passId } = await agentPasses.create({
  orgId,
  projectId,
  title: 'Nightly crawler',
});
export const addressHash =
  (await wallets.list({ entity_type: 'user' })).at(0)?.addressHash ?? '';
