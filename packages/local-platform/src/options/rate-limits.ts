import { amount, object, optional } from '@platform-sdk/core/contract';

/** The number of calls in a window. The next call gets a 429 with `Retry-After`. */
export interface LocalRateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

export const localRateLimit = object<LocalRateLimit>({ limit: amount, windowSeconds: amount });

/** The documented limits. Each counts separately for every username or address. */
export interface LocalRateLimits {
  /** Logins of one username. Default: 100 in 60 seconds. */
  readonly login?: LocalRateLimit;
  /** Registrations of one username. Default: 100 in 60 seconds. */
  readonly registration?: LocalRateLimit;
  /** Checks of one e-mail address or phone number. Default: 100 in 60 seconds. */
  readonly validation?: LocalRateLimit;
  /** Requests to reset the password, for one e-mail address. Default: 100 in 60 seconds. */
  readonly passwordReset?: LocalRateLimit;
}

export const localRateLimits = object<LocalRateLimits>({
  login: optional(localRateLimit),
  registration: optional(localRateLimit),
  validation: optional(localRateLimit),
  passwordReset: optional(localRateLimit),
});

const generous: LocalRateLimit = { limit: 100, windowSeconds: 60 };

export const defaultRateLimits: Required<LocalRateLimits> = {
  login: generous,
  registration: generous,
  validation: generous,
  passwordReset: generous,
};
