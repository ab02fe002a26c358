import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Api-Key', choice: 'All clients share one fixed key. A missing or wrong key is 401 INVALID_API_KEY.' },
  { topic: 'Access token', choice: 'A JWT (HS256) with sub, jti, iat and exp. Default lifetime: 900 seconds.' },
  {
    topic: 'Refresh token',
    choice: 'An opaque string. Default lifetime: 24 hours. An unknown, used or expired token is 401 INVALID_REFRESH_TOKEN.',
  },
  {
    topic: 'Refresh',
    choice:
      'A refresh token can be used once by default. With `refreshTokenReuse: "end-session"` a second use ends its session. The previous access token stays valid until it expires.',
  },
  { topic: 'Several sign-ins', choice: 'Every sign-in creates a new session. Other sessions of the user stay valid.' },
  {
    topic: 'Revoke',
    choice: 'Ends the session of the access token and its refresh token; other sessions stay valid. `logoutCurrentDevice` has no effect.',
  },
  {
    topic: 'Login',
    choice: 'A wrong password and an unknown username are both 401 INVALID_CREDENTIALS. An inactive account is 403 ACTIVATION_REQUIRED.',
  },
  {
    topic: 'Usernames',
    choice:
      'E-mail addresses are compared without case, phone numbers by their digits including the calling code, other usernames without case.',
  },
  {
    topic: 'Registration',
    choice:
      'A malformed username is 422 INVALID_USERNAME. A taken username is 422 USERNAME_TAKEN. Repeating a registration that awaits its activation, with the same password, returns the same user and sends another code.',
  },
  {
    topic: 'Names',
    choice: 'A new account has empty first and last names; the session of an account with a phone number contains no e-mail address.',
  },
  { topic: 'Passwords', choice: 'Any non-empty text.' },
  {
    topic: 'Activation codes',
    choice:
      'Valid until it is used or resent. A wrong code, or a code of the other channel, is 422 INVALID_CODE. After 10 wrong attempts, every attempt is 422 TOO_MANY_ATTEMPTS until another code is sent. Resending counts toward the registration limit.',
  },
  { topic: 'Token info', choice: 'A resource of type `token` with the id of the user; `expiresIn` counts whole seconds, rounded up.' },
  { topic: 'Phone validation', choice: 'A leading zero of the number is dropped; 7 to 15 digits with the calling code are valid.' },
  {
    topic: 'Rate limits',
    choice:
      '100 calls in 60 seconds for each username or address, including failed calls. Validations are counted for the validated address.',
  },
  {
    topic: 'Password reset',
    choice:
      'The token can be used once, within an hour. Otherwise the response is 422 INVALID_RESET_TOKEN. A reset ends all sessions of the user.',
  },
  { topic: 'Password change', choice: 'A wrong current password is 422 INVALID_PASSWORD. All sessions stay valid.' },
];
