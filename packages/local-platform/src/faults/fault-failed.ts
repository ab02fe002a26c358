import { refuse } from '../errors/refusal.ts';

/** The error code if the fault itself is invalid. */
export const FAULT_FAILED = 'FAULT_FAILED';

/** Throws the error for a `match` or `respond` function of a fault that threw. */
export const failed = (part: 'match' | 'respond', error: unknown): never =>
  refuse(500, FAULT_FAILED, `The ${part} of a fault failed: ${String(error)}`);
