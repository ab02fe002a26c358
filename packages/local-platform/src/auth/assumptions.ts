import type { Assumption } from '../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Api-Key', choice: 'One fixed key for all clients; a missing or unknown one is answered 401 INVALID_API_KEY.' },
  { topic: 'Access token', choice: 'A JWT (HS256) with sub, jti, iat and exp; it lives 900 seconds unless configured.' },
  {
    topic: 'Refresh token',
    choice: 'An opaque text; it lives 24 hours unless configured. 401 INVALID_REFRESH_TOKEN when it is unknown, used or expired.',
  },
  {
    topic: 'Refresh',
    choice:
      'A refresh token can be used once (switchable); with `refreshTokenReuse: "end-session"` a second use ends its session. The access token before it stays good until its own end.',
  },
  { topic: 'Several sign-ins', choice: 'Every sign-in is a session of its own, beside the others of the user.' },
  {
    topic: 'Revoke',
    choice: 'Ends the session of the access token, its refresh token included, and no other; `logoutCurrentDevice` changes nothing.',
  },
  {
    topic: 'Login',
    choice:
      'A wrong password and an unknown username are both 401 INVALID_CREDENTIALS; an account that is not activated is 403 ACTIVATION_REQUIRED.',
  },
  {
    topic: 'Usernames',
    choice: 'Compared without case (e-mail) or by their digits, calling code included (phone); what is neither without case.',
  },
  {
    topic: 'Registration',
    choice: 'A malformed username is 422 INVALID_USERNAME, one that has an account, activated or not, is 422 USERNAME_TAKEN.',
  },
  { topic: 'Names', choice: 'A new account has empty first and last names; the session of a phone account has no e-mail.' },
  { topic: 'Passwords', choice: 'Any that is not empty.' },
  {
    topic: 'Activation codes',
    choice:
      'Good until used or replaced by resending; a wrong one, or the other channel, is 422 INVALID_CODE; after 10 of these the code is 422 TOO_MANY_ATTEMPTS, until another is sent. Resending counts as a registration of the user.',
  },
  { topic: 'Token info', choice: 'A resource of type `token` with the id of the user; `expiresIn` counts whole seconds, rounded up.' },
  { topic: 'Phone validation', choice: 'A leading zero of the number is dropped; 7 to 15 digits with the calling code are valid.' },
  {
    topic: 'Rate limits',
    choice: '100 calls in 60 seconds for each username or address, successful or not; validation counts per address asked about.',
  },
  {
    topic: 'Password reset',
    choice: 'The token is good once and for an hour, else 422 INVALID_RESET_TOKEN; a reset ends all sessions of the user.',
  },
  { topic: 'Password change', choice: 'A wrong current password is 422 INVALID_PASSWORD; all sessions go on.' },
];
