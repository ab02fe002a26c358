import { amount, object, optional, string } from '@platform-sdk/core/contract';

/** Options of the control API. */
export interface ControlOptions {
  /**
   * The Bearer token of control requests. If you set a token, other machines may call the API too. Default: a random token, which only this
   * machine may use.
   */
  readonly token?: string;
  /** How many requests are recorded. Default: 1,000. */
  readonly maxRequests?: number;
  /** How many requests are stored together with the state before them. Default: 500. */
  readonly maxStates?: number;
  /** The approximate memory limit for the stored states, in bytes. Default: 128 MiB. */
  readonly maxStateBytes?: number;
  /** The memory limit for recorded bodies, in bytes. At most 256 KiB of each body are recorded. Default: 64 MiB. */
  readonly maxBodyBytes?: number;
}

export const controlOptions = object<ControlOptions>({
  token: optional(string),
  maxRequests: optional(amount),
  maxStates: optional(amount),
  maxStateBytes: optional(amount),
  maxBodyBytes: optional(amount),
});
