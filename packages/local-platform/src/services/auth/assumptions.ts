import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Api-Key', choice: 'One fixed key for all clients. A missing or unknown one is 401 INVALID_API_KEY.' },
  { topic: 'Access token', choice: 'A JWT (HS256) with sub, jti, iat and exp. Default lifetime: 900 seconds.' },
  {
    topic: 'Refresh token',
    choice: 'An opaque text. Default lifetime: 24 hours. An unknown, used or expired one is 401 INVALID_REFRESH_TOKEN.',
  },
  {
    topic: 'Refresh',
    choice:
      'A refresh token can be used once (configurable). With `refreshTokenReuse: "end-session"` a second use ends its session. The previous access token stays valid until it expires.',
  },
  { topic: 'Several sign-ins', choice: 'Every sign-in creates a session of its own. Other sessions of the user stay valid.' },
  {
    topic: 'Revoke',
    choice: 'Ends the session of the access token and its refresh token; other sessions stay valid. `logoutCurrentDevice` has no effect.',
  },
  {
    topic: 'Login',
    choice:
      'A wrong password and an unknown username are both 401 INVALID_CREDENTIALS. An account that is not activated is 403 ACTIVATION_REQUIRED.',
  },
  {
    topic: 'Usernames',
    choice: 'E-mail addresses are compared without case, phone numbers by their digits with the calling code, other texts without case.',
  },
  {
    topic: 'Registration',
    choice:
      'A malformed username is 422 INVALID_USERNAME. A username with an account is 422 USERNAME_TAKEN. Repeating a registration that awaits its activation, with the same password, returns the same user and sends another code.',
  },
  { topic: 'Names', choice: 'A new account has empty first and last names; the session of a phone account has no e-mail.' },
  { topic: 'Passwords', choice: 'Any non-empty text.' },
  {
    topic: 'Activation codes',
    choice:
      'Valid until used or replaced by resending. A wrong code, or one of the other channel, is 422 INVALID_CODE. After 10 wrong attempts the code is 422 TOO_MANY_ATTEMPTS, until another is sent. Resending counts as a registration of the user.',
  },
  { topic: 'Token info', choice: 'A resource of type `token` with the id of the user; `expiresIn` counts whole seconds, rounded up.' },
  { topic: 'Phone validation', choice: 'A leading zero of the number is dropped; 7 to 15 digits with the calling code are valid.' },
  {
    topic: 'Rate limits',
    choice: '100 calls in 60 seconds for each username or address, successful or not. Validation counts per validated address.',
  },
  {
    topic: 'Password reset',
    choice: 'The token is valid once and for an hour, else 422 INVALID_RESET_TOKEN. A reset ends all sessions of the user.',
  },
  { topic: 'Password change', choice: 'A wrong current password is 422 INVALID_PASSWORD. All sessions stay valid.' },
];
