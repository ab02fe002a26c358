import { nonEmptyString, array as listOf, noContent, object, operation, serviceToken, string } from '@platform-sdk/core/contract';
import { lostSecret } from '@platform-sdk/core/internal';
import type { MemoryTokenRemoveInput, MemoryTokenCreateInput, MemoryToken, MemoryTokenListResult } from '../types.ts';
import { issuedToken, maybe, maybeNull } from './schemas.ts';

/** Creates a token. Store it, because no other response contains the token. */
export const create = operation({
  method: 'POST',
  path: '/v1/users/me/tokens',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<MemoryTokenCreateInput>({ name: nonEmptyString }),
  output: issuedToken,
  status: 201,
  retry: 'non-idempotent',
  invalidates: ['/v1/users/me/tokens'],
  alwaysValidate: ['access_token'],
  lost: lostSecret(
    'The token was created, but it was not returned and cannot be read again: remove it with memory.tokens.remove, and create another.',
  ),
  errors: ['AUTHENTICATION_FAILED'],
});

/** Lists the caller's tokens. Their secrets are masked. */
export const list = operation({
  method: 'GET',
  path: '/v1/users/me/tokens',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<{}>({}),
  output: object<MemoryTokenListResult>({
    tokens: listOf(object<MemoryToken>({ id: string, name: maybe, token_prefix: maybe, last_used_at: maybeNull, created_at: maybe })),
  }),
  retry: 'safe',
  errors: ['AUTHENTICATION_FAILED'],
});

/** Revokes a token. */
export const remove = operation({
  method: 'DELETE',
  path: '/v1/users/me/tokens/{token_id}',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<MemoryTokenRemoveInput>({ token_id: string }),
  output: noContent,
  status: 204,
  retry: 'idempotent',
  invalidates: ['/v1/users/me/tokens'],
  errors: [404, 'AUTHENTICATION_FAILED'],
});
