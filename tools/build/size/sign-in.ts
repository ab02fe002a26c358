import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';

const platform = createPlatform({
  apiKey: 'key',
  baseUrls: { auth: 'https://auth.example/v1', organizations: 'https://organizations.example/v1' },
});
await createAuthClient(platform).login({ username: 'ada', password: 'secret' });
for (const organization of await createOrganizationsClient(platform).list()) console.log(organization.name);
