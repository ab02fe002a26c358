/** How many calls are answered in a window; the next is answered 429 with `Retry-After`. */
export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The documented limits; each counts on its own for every username or address. */
export interface RateLimits {
  /** Per username. */
  readonly login?: RateLimit;
  /** Per username. */
  readonly registration?: RateLimit;
  /** Per e-mail address or phone number that is asked about. */
  readonly validation?: RateLimit;
  /** Per e-mail address. */
  readonly passwordReset?: RateLimit;
}

const generous: RateLimit = { limit: 100, windowSeconds: 60 };

export const defaultRateLimits: Required<RateLimits> = {
  login: generous,
  registration: generous,
  validation: generous,
  passwordReset: generous,
};
