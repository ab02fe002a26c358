import { boolean, document, envelope, nonEmptyString, array, noContent, object, operation, optional } from '@platform-sdk/core/contract';
import type { ProjectLlmApiKeyCreateInput } from '../types.ts';
import { inApiKey, llmApiKey, llmApiKeyNames, place } from './schemas.ts';

/** Stores a model provider's key. Responses contain only the masked key. Returns undefined if the response does not contain the key. */
export const create = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects/{projectId}/llm_api_keys',
  credentials: 'user',
  input: object<ProjectLlmApiKeyCreateInput>({
    ...place,
    provider: nonEmptyString,
    secretKey: nonEmptyString,
    customModels: optional(array(nonEmptyString)),
    withDefaultModels: optional(boolean),
  }),
  body: envelope('llm_api_keys'),
  output: optional(document(llmApiKey)),
  retry: 'non-idempotent',
  invalidates: ['/organizations/{organizationId}/llm_api_keys', '/organizations/{organizationId}/projects'],
  undocumented: llmApiKeyNames,
});

/** Deletes a model provider's key. */
export const remove = operation({
  method: 'DELETE',
  path: '/organizations/{organizationId}/projects/{projectId}/llm_api_keys/{apiKeyId}',
  credentials: 'user',
  input: inApiKey,
  output: noContent,
  retry: 'idempotent',
  invalidates: ['/organizations/{organizationId}/llm_api_keys', '/organizations/{organizationId}/projects'],
});
