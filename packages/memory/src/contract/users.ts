import {
  unknown,
  boolean,
  nonEmptyString,
  nullable,
  object,
  operation,
  optional,
  record,
  serviceToken,
  string,
} from '@platform-sdk/core/contract';
import { lostSecret } from '@platform-sdk/core/internal';
import type { MemoryUserSetGatewayKeyInput, MemoryUserSetGatewayKeyResult, MemoryUserRegisterInput, MemoryUser } from '../types.ts';
import { issuedToken, maybe, maybeNull, uuid } from './schemas.ts';

/** Creates a user, or updates the user with this id, and returns a token. Store the token, because no other response contains it. */
export const register = operation({
  method: 'POST',
  path: '/v1/users',
  credentials: 'none',
  input: object<MemoryUserRegisterInput>({
    id: uuid,
    email: nonEmptyString,
    first_name: maybe,
    last_name: maybe,
    gateway_api_key: maybe,
    custom_attributes: optional(record(unknown)),
    token_name: maybe,
  }),
  output: issuedToken,
  status: 201,
  retry: 'non-idempotent',
  invalidates: ['/v1/users/me$', '/v1/users/me/tokens'],
  alwaysValidate: ['access_token'],
  lost: lostSecret(
    'The user was stored, but the token was not returned and cannot be read again: call memory.users.register once more for a new token.',
  ),
  errors: ['VALIDATION_ERROR'],
});

/** Returns the caller, with a masked preview of the gateway key. */
export const me = operation({
  method: 'GET',
  path: '/v1/users/me',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<{}>({}),
  output: object<MemoryUser>({
    id: string,
    email: maybe,
    first_name: maybeNull,
    last_name: maybeNull,
    custom_attributes: optional(nullable(record(unknown))),
    is_active: optional(boolean),
    has_api_key: optional(boolean),
    api_key_preview: maybeNull,
    created_at: maybe,
  }),
  retry: 'safe',
  errors: ['AUTHENTICATION_FAILED'],
});

/** Stores the caller's gateway key. An empty string removes the stored key. */
export const setGatewayKey = operation({
  method: 'PUT',
  path: '/v1/users/me/api-key',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<MemoryUserSetGatewayKeyInput>({ api_key: string }),
  output: object<MemoryUserSetGatewayKeyResult>({ message: maybe, has_api_key: boolean, api_key_preview: nullable(string) }),
  retry: 'idempotent',
  invalidates: ['/v1/users/me$'],
  errors: ['AUTHENTICATION_FAILED'],
});
