import { collection, operation } from '@platform-sdk/core/contract';
import { inOrganization, llmApiKey, llmApiKeyNames } from './schemas.ts';

/** Lists the masked keys of model providers of all projects of an organization. */
export const list = operation({
  method: 'GET',
  path: '/organizations/{organizationId}/llm_api_keys',
  credentials: 'user',
  input: inOrganization,
  output: collection(llmApiKey),
  retry: 'safe',
  undocumented: llmApiKeyNames,
});
