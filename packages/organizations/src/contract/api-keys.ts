import { collection, operation } from '@platform-sdk/core/contract';
import { apiKey, apiKeyNames, inOrganization } from './schemas.ts';

/** Lists the API keys of all projects of an organization. */
export const list = operation({
  method: 'GET',
  path: '/organizations/{organizationId}/api_keys',
  credentials: 'user',
  input: inOrganization,
  output: collection(apiKey),
  retry: 'safe',
  undocumented: apiKeyNames,
});
