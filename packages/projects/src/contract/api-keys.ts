import { document, envelope, nonEmptyString, noContent, object, operation, optional, string, timestamp } from '@platform-sdk/core/contract';
import { lostSecret } from '@platform-sdk/core/internal';
import type { ProjectApiKeyUpdateInput, ProjectApiKeyCreateInput } from '../types.ts';
import { apiKey, apiKeyNames, inApiKey, place } from './schemas.ts';

const NO_SECRET =
  "The key was created, but its secret was not returned and cannot be read again. Find the key with projects.get and include: ['apiKeys'], remove it, and create another. If the service returns secrets under another name, set it in `wireNames`.";

/** Creates an API key. Store its secret, `meta.secretKey`, because no other response contains it. Returns undefined if the response does not contain the key. */
export const create = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects/{projectId}/api_keys',
  credentials: 'user',
  input: object<ProjectApiKeyCreateInput>({ ...place, note: nonEmptyString, expiresAt: optional(timestamp) }),
  body: envelope(),
  output: optional(document(apiKey)),
  retry: 'non-idempotent',
  missing: (key) => (key?.meta?.secretKey ? undefined : NO_SECRET),
  lost: lostSecret(NO_SECRET),
  invalidates: ['/organizations/{organizationId}/api_keys', '/organizations/{organizationId}/projects'],
  undocumented: { ...apiKeyNames, 'meta.secretKey': 'convention' },
});

/** Changes an API key's label. Returns undefined if the response does not contain the key. */
export const update = operation({
  method: 'PATCH',
  path: '/organizations/{organizationId}/projects/{projectId}/api_keys/{apiKeyId}',
  credentials: 'user',
  input: object<ProjectApiKeyUpdateInput>({ ...place, apiKeyId: string, note: nonEmptyString }),
  body: envelope(),
  output: optional(document(apiKey)),
  retry: 'idempotent',
  invalidates: ['/organizations/{organizationId}/api_keys', '/organizations/{organizationId}/projects'],
  undocumented: apiKeyNames,
});

/** Deletes an API key. The service then rejects requests with the key. */
export const remove = operation({
  method: 'DELETE',
  path: '/organizations/{organizationId}/projects/{projectId}/api_keys/{apiKeyId}',
  credentials: 'user',
  input: inApiKey,
  output: noContent,
  retry: 'idempotent',
  invalidates: ['/organizations/{organizationId}/api_keys', '/organizations/{organizationId}/projects'],
});
