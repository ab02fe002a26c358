import type { Resource, UserSession } from '@platform-sdk/core';
import type { RefreshTokenBody } from '@platform-sdk/core/internal';
import type { REGISTRATION_METHODS } from './values.ts';

/** The username and password of an account. */
export interface AuthLoginInput {
  /** The e-mail address or phone number with which the account was registered. */
  username: string;
  password: string;
}

/** A new account. */
export interface AuthRegisterInput {
  /** An e-mail address or a phone number. */
  username: string;
  password: string;
  /** The kind of username: an e-mail address or a phone number. Default: `email`. */
  method?: (typeof REGISTRATION_METHODS)[number];
}

/** The result of a registration: a session, an account that needs its activation code, or an account that can sign in. */
export type AuthRegisterResult =
  | { status: 'session'; session: UserSession }
  | {
      status: 'activation-required';
      /** The id to pass to `activateByEmail`, `activateByPhone` and `resendActivation`. */
      userId?: string;
      /** The service's message. */
      message?: string;
    }
  | {
      /** No activation is needed, but the response contains no session: sign in with `login`. */
      status: 'registered';
      /** The id of the account. */
      userId?: string;
      /** The service's message. */
      message?: string;
    };

/** A 6-digit code from an e-mail or an SMS. */
export interface ActivationCode {
  userId: string;
  code: string;
}

/** An account that needs its activation code. */
export interface AuthResendActivationInput {
  userId: string;
}

/** The scope of a logout. */
export interface AuthLogoutInput {
  /** True ends only the session of this device. Default: chosen by the service. */
  logoutCurrentDevice?: boolean;
}

/** The result of a logout. The platform removes the tokens even if the service rejects the call. */
export interface AuthLogoutResult {
  /** True if the server confirmed the logout for the newest token, or returned 401. Otherwise, it may accept a token until it expires. */
  revoked: boolean;
}

/** The service's data about the access token, including the token's other claims. */
export interface TokenInfo extends Partial<Resource> {
  /** The remaining lifetime of the token, in seconds. */
  expiresIn?: number;
}

/** An e-mail address to check. */
export interface EmailAddress {
  email: string;
}

/** A phone number to check. */
export interface AuthValidatePhoneInput {
  /** The phone number without the country code. */
  phoneNumber: string;
  /** The digits of the country's calling code, such as `49`. */
  countryCode: string;
}

/** The validity of an e-mail address or phone number, and whether it belongs to an account. */
export interface AddressAvailability {
  /** True if the address or number is well-formed. */
  valid: boolean;
  /** True if an account with the address or number exists. */
  exists: boolean;
}

/** The token and the new password of a reset. */
export interface AuthResetPasswordInput {
  /** The token from the e-mail. */
  token: string;
  password: string;
}

/** The old and the new password. */
export interface AuthChangePasswordInput {
  current_password: string;
  new_password: string;
}

/** The input of `auth.activateByEmail`. */
export type AuthActivateByEmailInput = ActivationCode;

/** The input of `auth.activateByPhone`. */
export type AuthActivateByPhoneInput = ActivationCode;

/** The input of `auth.validateEmail`. */
export type AuthValidateEmailInput = EmailAddress;

/** The input of `auth.requestPasswordReset`. */
export type AuthRequestPasswordResetInput = EmailAddress;

/** The input of `auth.refresh`. */
export type AuthRefreshInput = Partial<RefreshTokenBody>;
