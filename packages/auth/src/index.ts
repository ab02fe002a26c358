export { createAuthClient, type AuthClient } from './client.ts';
export type {
  ActivationCode,
  AddressAvailability,
  AuthLoginInput,
  EmailAddress,
  AuthLogoutInput,
  AuthLogoutResult,
  AuthChangePasswordInput,
  AuthResetPasswordInput,
  AuthResendActivationInput,
  AuthValidatePhoneInput,
  AuthRegisterInput,
  AuthRegisterResult,
  TokenInfo,
} from './types.ts';
export type { RefreshTokenBody } from '@platform-sdk/core/contract';
