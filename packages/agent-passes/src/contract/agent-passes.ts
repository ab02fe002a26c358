import {
  boolean,
  collection,
  document,
  array as listOf,
  noContent,
  object,
  operation,
  optional,
  string,
  text,
  wrappedIn,
  type Operation,
} from '@platform-sdk/core/contract';
import { lostSecret } from '@platform-sdk/core/internal';
import type { AgentPassListInput, AgentPassWithKey } from '../types.ts';
import {
  agentPass,
  agentPassUpdate,
  answeredNames,
  credentialType,
  inAgentPass,
  issuedAgentPass,
  issuedNames,
  newAgentPass,
  sentNames,
} from './schemas.ts';

/** The shared part of operations on one pass. */
const onePass = {
  credentials: 'user',
  input: inAgentPass,
  output: document(agentPass),
  errors: [404],
  undocumented: answeredNames,
} as const;
/** The shared part of operations that return a new key. No later response contains the key. */
const issuing = {
  method: 'POST',
  credentials: 'user',
  output: document(issuedAgentPass),
  retry: 'single-attempt',
  // An invalid field never causes an error, because the caller would then lose the new key.
  alwaysValidate: [],
} as const;
const ELSEWHERE = 'If the service returns keys under another name, set it in `wireNames`.';
/** Returns the same advice for a response without the key and for a lost response. */
const secretOf = (advice: string): Pick<Operation<never, AgentPassWithKey>, 'missing' | 'lost'> => ({
  missing: ({ meta }) => (meta?.secretKey ? undefined : advice),
  lost: lostSecret(advice),
});
/** The paths that a write invalidates: the organization's list of passes, and its projects, which may include their passes. */
const written = { invalidates: ['/organizations/{orgId}/agent_passes', '/organizations/{orgId}/projects'] } as const;
/** The shared part of `revoke` and `activate`. Their responses may be empty, because the API specification does not document them. */
const switching = { ...onePass, ...written, method: 'POST', output: optional(onePass.output), retry: 'idempotent' } as const;

/** Creates a pass of a project. Store its key, `meta.secretKey`, because no later response contains it. The request is sent once and never retried. */
export const create = operation({
  ...issuing,
  ...written,
  path: '/organizations/{orgId}/projects/{projectId}/agent_passes',
  input: newAgentPass,
  body: wrappedIn('agentPass'),
  ...secretOf(
    `The pass was created, but its key was not returned and cannot be read again. Find the pass with agentPasses.list, and call agentPasses.rotateKey for a new key. ${ELSEWHERE}`,
  ),
  undocumented: { ...sentNames, ...issuedNames },
});

/** Lists a project's passes. */
export const list = operation({
  ...onePass,
  method: 'GET',
  path: '/organizations/{orgId}/projects/{projectId}/agent_passes',
  input: object<AgentPassListInput>({
    orgId: string,
    projectId: string,
    active: optional(boolean),
    credential_type: credentialType,
    search: optional(string),
    tags: optional(listOf(text({ pattern: /^[^,]+$/, message: 'must be a tag without a comma' }))),
  }),
  output: collection(agentPass),
  retry: 'safe',
});

/** Returns one pass. */
export const get = operation({
  ...onePass,
  method: 'GET',
  path: '/organizations/{orgId}/projects/{projectId}/agent_passes/{passId}',
  retry: 'safe',
});

/** Changes fields of a pass. Its key stays the same. Returns undefined if the response does not contain the pass. */
export const update = operation({
  ...onePass,
  ...written,
  method: 'PUT',
  path: '/organizations/{orgId}/projects/{projectId}/agent_passes/{passId}',
  input: agentPassUpdate,
  body: wrappedIn('agentPass'),
  // An empty response is valid, because the API specification documents no fields.
  output: optional(onePass.output),
  retry: 'idempotent',
  undocumented: { ...sentNames, ...answeredNames },
});

/** Deletes a pass permanently. */
export const remove = operation({
  ...onePass,
  ...written,
  method: 'DELETE',
  path: '/organizations/{orgId}/projects/{projectId}/agent_passes/{passId}',
  output: noContent,
  retry: 'idempotent',
  undocumented: {},
});

/** Replaces the key of an active pass. The old key is invalid immediately. Store the new key, `meta.secretKey`, because no later response contains it. The request is sent once and never retried. */
export const rotateKey = operation({
  ...issuing,
  ...written,
  path: '/organizations/{orgId}/projects/{projectId}/agent_passes/{passId}/rotate_key',
  input: inAgentPass,
  ...secretOf(
    `The old key is invalid, but the new one was not returned and cannot be read again: call agentPasses.rotateKey once more. ${ELSEWHERE}`,
  ),
  undocumented: issuedNames,
});

/** Disables a pass without deleting it. Returns undefined if the response does not contain the pass. */
export const revoke = operation({
  ...switching,
  path: '/organizations/{orgId}/projects/{projectId}/agent_passes/{passId}/revoke',
});

/** Reactivates a revoked pass. Returns undefined if the response does not contain the pass. */
export const activate = operation({
  ...switching,
  path: '/organizations/{orgId}/projects/{projectId}/agent_passes/{passId}/activate',
});
