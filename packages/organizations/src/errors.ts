import type { CodedError } from '@platform-sdk/core';
import { hasErrorCode, isPlatformError } from '@platform-sdk/core/internal';

const REDIRECT = 'redirect_to_add_member';
const MAX_DEPTH = 5;

/** Returns the flag `redirect_to_add_member` from the outer levels of the body. Its name may also be in camel case. */
const flagIn = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const flag: unknown = name.replaceAll('_', '').toLowerCase() === 'redirecttoaddmember' ? (item ?? false) : flagIn(item, depth + 1);
    if (flag !== undefined) return flag;
  }
  return undefined;
};

/** Returns true if a flag is set. The flag may be a string or a number. */
const isSet = (flag: unknown): boolean => Boolean(flag) && !/^\s*(?:(?:false|no|null|0)\s*)?$/i.test(String(flag));

/** Returns true if the invited e-mail address already has an account. Add the user instead. */
export const isRedirectToAddMemberError = (error: unknown): error is CodedError => {
  if (!isPlatformError(error) || error.kind === 'aborted' || error.status !== 422) return false;
  const flag = flagIn(error.body);
  return flag === undefined ? hasErrorCode(error, REDIRECT) : isSet(flag);
};

/** Returns true if the caller tried to change their own role. */
export const isOwnRoleChangeError = (error: unknown): error is CodedError => hasErrorCode(error, 'CANNOT_CHANGE_OWN_ROLE');

/** Returns true if the last owner would lose the role. Transfer the ownership first. */
export const isLastOwnerError = (error: unknown): error is CodedError => hasErrorCode(error, 'INVALID_ROLE_TRANSITION');

/** Returns true if the caller's role is too low, such as when an admin appoints an owner. */
export const isInsufficientPermissionsError = (error: unknown): error is CodedError => hasErrorCode(error, 'INSUFFICIENT_PERMISSIONS');
