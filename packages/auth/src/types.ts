import type { Resource, UserSession } from '@platform-sdk/core';

/** Who signs in, and with what. */
export interface Credentials {
  /** The e-mail address or phone number the account was registered with. */
  username: string;
  password: string;
}

/** What an account is made of. */
export interface Registration {
  /** An e-mail address or a phone number. */
  username: string;
  password: string;
  /** What the username is. Default: `email`. */
  method?: 'email' | 'phone';
}

/** The result of a registration: a session at once, an account that waits for its code, or an account that can sign in. */
export type RegistrationResult =
  | { status: 'session'; session: UserSession }
  | {
      status: 'activation-required';
      /** For `activateByEmail`, `activateByPhone` and `resendActivation`. */
      userId: string;
      /** The service's own sentence, when it sent one. */
      message?: string;
    }
  | {
      /** The response says that no activation is needed, and has no session: sign in with `login`. */
      status: 'registered';
      /** Undefined when the response has no id. */
      userId?: string;
      /** The service's own sentence, when it sent one. */
      message?: string;
    };

/** A 6-digit code from an e-mail or an SMS. */
export interface Activation {
  userId: string;
  code: string;
}

/** An account that waits for its activation. */
export interface PendingActivation {
  userId: string;
}

/** Which of the user's sessions a logout ends. */
export interface Logout {
  /** True ends the session of this device only. */
  logoutCurrentDevice?: boolean;
}

/** What logging out led to. The tokens are forgotten here whatever the server said. */
export interface LogoutResult {
  /** Whether the server confirmed it, or answered that the token is over. If false, it may still accept a token until that expires. */
  revoked: boolean;
}

/** What the service says of the access token. Other claims are kept. */
export interface TokenInfo extends Partial<Resource> {
  /** What is left of the token's life, in seconds. */
  expiresIn: number;
}

/** An e-mail address to look at. */
export interface EmailQuery {
  email: string;
}

/** A phone number to look at. */
export interface PhoneQuery {
  /** Without the country code. */
  phoneNumber: string;
  /** The calling code's digits, such as `49`. */
  countryCode: string;
}

/** Whether an address could have an account, and has one. */
export interface Availability {
  /** The address is well-formed. */
  valid: boolean;
  /** There is an account for it. */
  exists: boolean;
}

/** What a password reset needs. */
export interface PasswordReset {
  /** From the e-mail. */
  token: string;
  password: string;
}

/** What a password change needs. */
export interface PasswordChange {
  current_password: string;
  new_password: string;
}
