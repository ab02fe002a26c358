import { unknown, noContent, object, operation, optional, record, serviceToken, string } from '@platform-sdk/core/contract';
import type { MemoryProfileExtractResult, MemoryProfileExtractInput, MemoryProfileMergeInput } from '../types.ts';
import { facts, inApp, maybe, profile } from './schemas.ts';

/** Returns the facts about the caller. */
export const get = operation({
  method: 'GET',
  path: '/v1/users/me/profile',
  credentials: 'token',
  authenticate: serviceToken,
  input: inApp,
  output: profile,
  retry: 'safe',
  errors: ['AUTHENTICATION_FAILED'],
});

/** Adds facts about the caller. A new fact replaces an old fact with the same name. */
export const merge = operation({
  method: 'PATCH',
  path: '/v1/users/me/profile',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<MemoryProfileMergeInput>({ facts }),
  output: profile,
  retry: 'idempotent',
  invalidates: ['/v1/users/me/profile'],
  errors: ['VALIDATION_ERROR'],
});

/** Deletes all facts about the caller. */
export const clear = operation({
  method: 'DELETE',
  path: '/v1/users/me/profile',
  credentials: 'token',
  authenticate: serviceToken,
  input: inApp,
  output: noContent,
  status: 204,
  retry: 'idempotent',
  invalidates: ['/v1/users/me/profile'],
  errors: ['AUTHENTICATION_FAILED'],
});

/** Finds facts in free text, in structured data and in unstructured data. Returns no facts if the model fails. */
export const extract = operation({
  method: 'POST',
  path: '/v1/users/me/profile/extract',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<MemoryProfileExtractInput>({ app_id: maybe, text: maybe, data: optional(record(unknown)), raw: maybe }),
  query: ['app_id'],
  body: { at: [] },
  output: object<MemoryProfileExtractResult>({ facts: record(string) }),
  retry: 'non-idempotent',
  invalidates: ['/v1/users/me/profile', '/wallets'],
  generates: true,
  billed: true,
  errors: ['AUTHENTICATION_FAILED'],
});
