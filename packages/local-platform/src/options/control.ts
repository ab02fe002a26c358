import { amount, object, optional, string } from '@platform-sdk/core/contract';

/** Options of the control API. */
export interface ControlOptions {
  /** The token that every control request carries as its Bearer. It also opens the API to other machines. Default: a random one, for this machine only. */
  readonly token?: string;
  /** The number of requests that are kept. Default: 1,000. */
  readonly maxRequests?: number;
  /** The number of requests whose state before is kept. Default: 500. */
  readonly maxStates?: number;
  /** The memory for these states, about, in bytes. Default: 128 MiB. */
  readonly maxStateBytes?: number;
  /** The memory for bodies, in bytes. Each is kept to 256 KiB. Default: 64 MiB. */
  readonly maxBodyBytes?: number;
}

export const controlOptions = object<ControlOptions>({
  token: optional(string),
  maxRequests: optional(amount),
  maxStates: optional(amount),
  maxStateBytes: optional(amount),
  maxBodyBytes: optional(amount),
});
