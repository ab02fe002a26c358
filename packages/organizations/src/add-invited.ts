import { isPlatformError, PlatformError } from '@platform-sdk/core/internal';
import { isRedirectToAddMemberError } from './errors.ts';
import type { OrganizationInviteResult, OrganizationMemberAddResult } from './types.ts';

/** Adds a user whose invitation failed because the e-mail address already has an account. Rethrows any other failure. */
export const addInvited = async (
  refusal: unknown,
  add: () => Promise<OrganizationMemberAddResult | undefined>,
): Promise<OrganizationInviteResult> => {
  if (!isRedirectToAddMemberError(refusal)) throw refusal;
  try {
    return { outcome: 'added', member: await add() };
  } catch (failure) {
    if (!isPlatformError(failure)) throw failure;
    const { kind, message, ...details } = failure;
    throw new PlatformError(kind, `${message} This followed the rejection of the invitation: ${refusal.message}`, details, {
      cause: refusal,
    });
  }
};
