// #region preamble
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createOrganizationsClient } from '@platform-sdk/organizations';

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
const organizationId = (await organizations.list()).at(0)?.id ?? '';
const invitation = await organizations.invitations.create({
  organizationId,
  email: 'mary@example.com',
  orgRole: 'member',
});
const invitationId = invitation?.id ?? '';
// #endregion

await organizations.invitations.remove({ organizationId, invitationId });
console.log((await organizations.invitations.list({ organizationId })).length);
