/** The number of calls in a window. The next call gets a 429 with `Retry-After`. */
export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The documented limits. Each counts separately for every username or address. */
export interface RateLimits {
  /** Logins of one username. Default: 100 in 60 seconds. */
  readonly login?: RateLimit;
  /** Registrations of one username. Default: 100 in 60 seconds. */
  readonly registration?: RateLimit;
  /** Checks of one e-mail address or phone number. Default: 100 in 60 seconds. */
  readonly validation?: RateLimit;
  /** Reset requests of one e-mail address. Default: 100 in 60 seconds. */
  readonly passwordReset?: RateLimit;
}

const generous: RateLimit = { limit: 100, windowSeconds: 60 };

export const defaultRateLimits: Required<RateLimits> = {
  login: generous,
  registration: generous,
  validation: generous,
  passwordReset: generous,
};
