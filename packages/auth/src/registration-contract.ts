import { received, enumOf, optional, string, type Schema } from '@platform-sdk/core/contract';
import { membersOf, userSession, type Members } from '@platform-sdk/core/internal';
import type { AuthRegisterResult } from './types.ts';

const FLAGS = ['activationRequired', 'activation_required', 'requiresActivation', 'requires_activation'];
const NO = /^\s*(?:false|no|0)\s*$/i;

/** Returns the activation flag, in any known spelling and position. Returns undefined if the flag is missing. */
const isRequired = (places: readonly Members[]): boolean | undefined => {
  const [flag] = places.flatMap((place) => FLAGS.map((name) => place[name])).filter((value) => (value ?? '') !== '');
  return flag === undefined ? undefined : !NO.test(flag as string);
};

/**
 * Reads the session if the response contains a session. Otherwise, the activation flag shows if the account needs a code. Without the
 * flag, the account needs a code after a 201, and any other status requires a session.
 */
export const registrationResult: Schema<AuthRegisterResult> = {
  type: 'object',
  properties: {
    status: enumOf('session', 'activation-required', 'registered'),
    userId: optional(string),
    session: optional(userSession),
    message: received,
  },
  read: (document, status) => {
    const members = membersOf(document);
    const data = membersOf(members['data']);
    const attributes = membersOf(data['attributes']);
    const required = isRequired([members, data, attributes, membersOf(members['meta'])]);
    if (attributes['accessToken'] || (status !== 201 && required === undefined))
      return { status: 'session', session: userSession.read?.(document, status) };
    const { id, userId = id, user_id = userId, message } = members;
    const found = user_id ?? data['id'];
    return {
      status: required === false ? 'registered' : 'activation-required',
      // JSON parsing rounds numbers beyond the safe range, so such a number may equal the id of another account.
      userId: (typeof found === 'string' && found) || Number.isSafeInteger(found) ? String(found) : undefined,
      message,
    };
  },
  write: (result: AuthRegisterResult) => {
    if (result.status !== 'session')
      return { id: result.userId, status: 201, message: result.message, activationRequired: result.status === 'activation-required' };
    const { id, type = 'session', ...attributes } = result.session;
    return { data: { id, type, attributes } };
  },
};
