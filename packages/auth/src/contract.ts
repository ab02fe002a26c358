import {
  boolean,
  nonEmptyString,
  noContent,
  number,
  object,
  enumOf,
  operation,
  optional,
  string,
  text,
  type Schema,
} from '@platform-sdk/core/contract';
import { membersOf, refresh as sessionRefresh, sessionTokens, userSession } from '@platform-sdk/core/internal';
import type {
  ActivationCode,
  AddressAvailability,
  AuthLoginInput,
  EmailAddress,
  AuthLogoutInput,
  AuthChangePasswordInput,
  AuthResetPasswordInput,
  AuthResendActivationInput,
  AuthValidatePhoneInput,
  AuthRegisterInput,
  TokenInfo,
} from './types.ts';
import { REGISTRATION_METHODS } from './values.ts';
import { registrationResult } from './registration-contract.ts';

const activation = object<ActivationCode>({ userId: string, code: text({ pattern: /^\d{6}$/, message: 'must be six digits' }) });

const tokenClaims: Schema<TokenInfo> = {
  ...object<Pick<TokenInfo, 'expiresIn'>>({ expiresIn: optional(number()) }),
  read: (document) => {
    const { data, expires_in, ...rest } = membersOf(document);
    const { attributes, ...resource } = membersOf(data);
    return { ...rest, ...(expires_in === undefined ? {} : { expiresIn: expires_in }), ...resource, ...membersOf(attributes) };
  },
  write: ({ id, type, ...attributes }: TokenInfo) => ({ data: { id, type, attributes } }),
};

const NO_USER_ID =
  'The account was created and waits for its code, but the response has no user id, which activation needs. If the service returns the id under another name, set it in `wireNames`. Otherwise ask its operator for the id.';

/** Signs in and stores the session's tokens. Rate-limited per username: a 429 contains `Retry-After`. The request is sent once: `retry` has no effect. */
export const login = operation({
  method: 'POST',
  path: '/oauth/token',
  credentials: 'application',
  input: object<AuthLoginInput>({ username: nonEmptyString, password: nonEmptyString }),
  output: userSession,
  retry: 'single-attempt',
  // A different user may be signed in after the call.
  invalidates: [''],
  alwaysValidate: sessionTokens,
  errors: [401, 429],
  undocumented: { username: 'published', password: 'published', 'data.attributes.expiresIn': 'published' },
});

/** Registers an account. Returns a session (200), or an account that needs a 6-digit activation code (201). Rate-limited per username. The request is sent once: `retry` has no effect. */
export const register = operation({
  method: 'POST',
  path: '/users',
  credentials: 'application',
  input: object<AuthRegisterInput>({
    username: nonEmptyString,
    password: nonEmptyString,
    method: optional(enumOf(...REGISTRATION_METHODS)),
  }),
  output: registrationResult,
  status: ({ status }) => (status === 'session' ? 200 : 201),
  checkAgainstInput: (result) => (result.status !== 'session' || (result.session as unknown) ? undefined : 'session is required'),
  retry: 'single-attempt',
  // The username now belongs to an account, and a different user may be signed in.
  invalidates: [''],
  missing: (result) => (result.status === 'activation-required' && !result.userId ? NO_USER_ID : undefined),
  alwaysValidate: ['session', ...sessionTokens.map((name) => `session.${name}`)],
  errors: [422, 429],
  undocumented: { id: 'assumed', status: 'assumed', message: 'assumed', activationRequired: 'assumed' },
});

/** Activates an account with the 6-digit code from its e-mail, and signs in. The request is sent once: `retry` has no effect. */
export const activateByEmail = operation({
  method: 'POST',
  path: '/users/{userId}/activate/email',
  credentials: 'application',
  input: activation,
  output: userSession,
  retry: 'single-attempt',
  // A different user may be signed in after the call.
  invalidates: [''],
  alwaysValidate: sessionTokens,
  errors: [422],
  undocumented: { code: 'assumed', 'data.attributes.expiresIn': 'published' },
});

/** Activates an account with the 6-digit code from its SMS, and signs in. The request is sent once: `retry` has no effect. */
export const activateByPhone = operation({
  method: 'POST',
  path: '/users/{userId}/activate/phone',
  credentials: 'application',
  input: activation,
  output: userSession,
  retry: 'single-attempt',
  // A different user may be signed in after the call.
  invalidates: [''],
  alwaysValidate: sessionTokens,
  errors: [422],
  undocumented: { code: 'assumed', 'data.attributes.expiresIn': 'published' },
});

/** Sends a new activation code by e-mail or SMS. */
export const resendActivation = operation({
  method: 'POST',
  path: '/users/{userId}/resend_activation',
  credentials: 'application',
  input: object<AuthResendActivationInput>({ userId: string }),
  output: noContent,
  retry: 'non-idempotent',
  invalidates: [],
});

/** Revokes the access token and removes the session, even if the server returns 401 or does not respond. The request is sent once: `retry` has no effect. */
export const logout = operation({
  method: 'GET',
  path: '/oauth/token/revoke',
  credentials: 'user',
  input: object<AuthLogoutInput>({ logoutCurrentDevice: optional(boolean) }),
  output: noContent,
  retry: 'single-attempt',
  // All cached responses are invalidated, even if the token does not belong to the session.
  invalidates: [''],
  refreshOn401: false,
  errors: [401],
  undocumented: { logoutCurrentDevice: 'published' },
});

/** Exchanges a refresh token for a new access token and a new refresh token. The client calls this automatically before the access token expires. */
export const refresh = operation({
  ...sessionRefresh,
  // Core's contract is part of every bundle, so it omits the errors, which are listed here.
  errors: [400, 401],
  undocumented: { 'data.attributes.expiresIn': 'published' },
});

/** Returns the remaining lifetime of the access token, and its claims. */
export const tokenInfo = operation({
  method: 'GET',
  path: '/oauth/token/info',
  credentials: 'user',
  input: object<{}>({}),
  output: tokenClaims,
  retry: 'safe',
  errors: [401],
  undocumented: { 'data.attributes.expiresIn': 'published' },
});

/** Checks if an e-mail address is well-formed, and if it belongs to an account. Rate-limited per address. */
export const validateEmail = operation({
  method: 'GET',
  path: '/users/validate/email',
  credentials: 'application',
  input: object<EmailAddress>({ email: nonEmptyString }),
  output: object<AddressAvailability>({ valid: boolean, exists: boolean }),
  retry: 'safe',
  errors: [429],
});

/** Checks if a phone number is well-formed, and if it belongs to an account. */
export const validatePhone = operation({
  method: 'GET',
  path: '/users/validate/phone',
  credentials: 'application',
  input: object<AuthValidatePhoneInput>({
    phoneNumber: nonEmptyString,
    countryCode: text({ pattern: /^\d{1,4}$/, message: 'must be the digits of a calling code' }),
  }),
  output: object<AddressAvailability>({ valid: boolean, exists: boolean }),
  retry: 'safe',
  errors: [429],
});

/** Sends a reset e-mail if the account exists. The response does not reveal whether it exists. Rate-limited per address. The request is sent once: `retry` has no effect. */
export const requestPasswordReset = operation({
  method: 'POST',
  path: '/users/password/reset_request',
  credentials: 'application',
  input: object<EmailAddress>({ email: nonEmptyString }),
  output: noContent,
  retry: 'single-attempt',
  invalidates: [],
  errors: [429],
});

/** Sets a new password with the token from the reset e-mail. Needs no session. The request is sent once: `retry` has no effect. */
export const resetPassword = operation({
  method: 'POST',
  path: '/users/password/reset',
  credentials: 'application',
  input: object<AuthResetPasswordInput>({ token: nonEmptyString, password: nonEmptyString }),
  output: noContent,
  retry: 'single-attempt',
  invalidates: [],
  errors: [422],
  undocumented: { token: 'assumed', password: 'assumed' },
});

/** Changes the password of the signed-in user. */
export const changePassword = operation({
  method: 'POST',
  path: '/users/password/change',
  credentials: 'user',
  input: object<AuthChangePasswordInput>({ current_password: nonEmptyString, new_password: nonEmptyString }),
  output: noContent,
  retry: 'non-idempotent',
  invalidates: [],
  errors: [401, 422],
  undocumented: { current_password: 'assumed', new_password: 'assumed' },
});
