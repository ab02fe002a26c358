import { amount, object, optional } from '@platform-sdk/core/contract';

/** The maximum number of calls within a time window. Further calls get 429 with `Retry-After`. */
export interface LocalRateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

export const localRateLimit = object<LocalRateLimit>({ limit: amount, windowSeconds: amount });

/** The documented rate limits. Each username, e-mail address or phone number is counted separately. */
export interface LocalRateLimits {
  /** Logins per username. Default: 100 in 60 seconds. */
  readonly login?: LocalRateLimit;
  /** Registrations per username. Default: 100 in 60 seconds. */
  readonly registration?: LocalRateLimit;
  /** Validations per e-mail address or phone number. Default: 100 in 60 seconds. */
  readonly validation?: LocalRateLimit;
  /** Password reset requests per e-mail address. Default: 100 in 60 seconds. */
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
