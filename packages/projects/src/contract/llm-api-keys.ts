import { boolean, document, envelope, filled, list, nothing, object, operation, optional } from '@platform-sdk/core/contract';
import type { NewLlmApiKey } from '../types.ts';
import { inApiKey, llmApiKey, llmApiKeyNames, place } from './schemas.ts';

/** Stores a model provider's key. It is never returned: responses show it masked. Returns the masked key when the service responds with one. */
export const create = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects/{projectId}/llm_api_keys',
  credentials: 'user',
  input: object<NewLlmApiKey>({
    ...place,
    provider: filled,
    secretKey: filled,
    customModels: optional(list(filled)),
    withDefaultModels: optional(boolean),
  }),
  body: envelope('llm_api_keys'),
  output: optional(document(llmApiKey)),
  retry: 'never',
  invalidates: ['/organizations/{organizationId}/llm_api_keys', '/organizations/{organizationId}/projects'],
  undocumented: llmApiKeyNames,
});

/** Deletes a model provider's key. */
export const remove = operation({
  method: 'DELETE',
  path: '/organizations/{organizationId}/projects/{projectId}/llm_api_keys/{apiKeyId}',
  credentials: 'user',
  input: inApiKey,
  output: nothing,
  retry: 'idempotent',
  invalidates: ['/organizations/{organizationId}/llm_api_keys', '/organizations/{organizationId}/projects'],
});
