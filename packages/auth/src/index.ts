export { createAuthClient, type AuthClient } from './client.ts';
export type {
  ActivationCode,
  AddressAvailability,
  AuthActivateByEmailInput,
  AuthActivateByPhoneInput,
  AuthChangePasswordInput,
  AuthLoginInput,
  AuthLogoutInput,
  AuthLogoutResult,
  AuthRefreshInput,
  AuthRegisterInput,
  AuthRegisterResult,
  AuthRequestPasswordResetInput,
  AuthResendActivationInput,
  AuthResetPasswordInput,
  AuthValidateEmailInput,
  AuthValidatePhoneInput,
  EmailAddress,
  TokenInfo,
} from './types.ts';
export { REGISTRATION_METHODS } from './values.ts';
