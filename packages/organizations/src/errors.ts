import { isPlatformError, type PlatformError } from '@platform-sdk/core';

const hasCode = (error: unknown, code: string): error is PlatformError => isPlatformError(error) && error.code === code;

/** The invited e-mail already has an account: add the user instead. */
export const isRedirectToAddMember = (error: unknown): error is PlatformError =>
  isPlatformError(error) && error.status === 422 && JSON.stringify([error.code, error.body]).includes('redirect_to_add_member');

/** The caller tried to change their own role. */
export const isOwnRoleChange = (error: unknown): error is PlatformError => hasCode(error, 'CANNOT_CHANGE_OWN_ROLE');

/** The last owner would have lost the role: ownership has to be transferred first. */
export const isLastOwner = (error: unknown): error is PlatformError => hasCode(error, 'INVALID_ROLE_TRANSITION');

/** The caller's role is too low for this, such as an admin making an owner. */
export const isInsufficientPermissions = (error: unknown): error is PlatformError => hasCode(error, 'INSUFFICIENT_PERMISSIONS');
