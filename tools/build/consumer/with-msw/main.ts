import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { mock } from '@platform-sdk/core/testing';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { handlers } from '@platform-sdk/local-platform/msw';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import * as contract from '@platform-sdk/organizations/contract';
import { setupServer } from 'msw/node';

const local = createLocalPlatform();
const baseUrls = local.baseUrls();
const server = setupServer(
  mock(contract.get, baseUrls.organizations, ({ organizationId: id }) => ({
    id,
    type: 'organization',
    name: 'Engines',
    meta: { can: {} },
  })),
  ...handlers(local),
);
server.listen();

const platform = createPlatform({ apiKey: local.apiKey, baseUrls });
const { email: username, password } = local.account;
await createAuthClient(platform).login({ username, password });
const { name } = await createOrganizationsClient(platform).get({ organizationId: '7' });
if (name !== 'Engines') throw new Error(`The mock did not respond, but ${name} did.`);
server.close();
