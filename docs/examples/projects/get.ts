// #region preamble
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';

const local = createLocalPlatform();
const platform = createPlatform({
  apiKey: local.apiKey,
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
});
await createAuthClient(platform).login({
  username: local.account.email,
  password: local.account.password,
});
const organizations = createOrganizationsClient(platform);
const projects = createProjectsClient(platform);
const organizationId = (await organizations.list()).at(0)?.id ?? '';
const projectId = '1';
// #endregion

const project = await projects.get({
  organizationId,
  projectId,
  include: ['users', 'apiKeys'],
});
console.log(project.name, project.users.length);
