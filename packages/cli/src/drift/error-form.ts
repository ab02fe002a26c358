import type { BaseName } from '@platform-sdk/core';
import { isMembers, membersOf } from '@platform-sdk/core/internal';

/** The formats of error bodies. */
export type ErrorForm =
  | 'errors[]'
  | 'error{code,message}'
  | 'detail and error{}'
  | 'detail'
  | 'detail[]'
  | 'error'
  | 'message'
  | 'success and error'
  | 'HTML'
  | 'text'
  | 'empty'
  | 'unknown JSON';

/** The formats that each service documents, or that similar services use. */
export const EXPECTED_FORMS: Readonly<Record<BaseName, readonly ErrorForm[]>> = {
  auth: ['errors[]'],
  organizations: ['errors[]'],
  wallets: ['errors[]'],
  analytics: ['errors[]', 'message', 'error'],
  memory: ['error{code,message}', 'detail'],
  gateway: ['detail and error{}', 'detail'],
  upload: ['detail', 'detail[]'],
  search: ['detail', 'detail[]'],
  converter: ['success and error', 'error'],
};

export const errorFormOf = (document: unknown): ErrorForm => {
  if (document === undefined || document === null || document === '') return 'empty';
  if (typeof document === 'string') return /^\s*<(?:!doctype html|html)/i.test(document) ? 'HTML' : 'text';
  const { errors, error, detail, message, success } = membersOf(document);
  if (Array.isArray(errors) && errors.length > 0) return 'errors[]';
  if (success === false && typeof error === 'string') return 'success and error';
  if (typeof detail === 'string') return isMembers(error) ? 'detail and error{}' : 'detail';
  if (Array.isArray(detail)) return 'detail[]';
  if (isMembers(error)) return 'error{code,message}';
  if (typeof error === 'string') return 'error';
  return typeof message === 'string' ? 'message' : 'unknown JSON';
};

/** Returns the code of a failure in any of the formats. */
export const errorCodeOf = (document: unknown): string | undefined => {
  const { code, error, errors } = membersOf(document);
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return [membersOf(error)['code'], membersOf(first)['code'], code].find((each): each is string => typeof each === 'string');
};
