export { createAuthClient, type AuthClient } from './client.ts';
export type {
  Activation,
  Availability,
  Credentials,
  EmailQuery,
  Logout,
  LogoutResult,
  PasswordChange,
  PasswordReset,
  PendingActivation,
  PhoneQuery,
  Registration,
  RegistrationResult,
  TokenInfo,
} from './types.ts';
export type { RefreshInput } from '@platform-sdk/core/contract';
