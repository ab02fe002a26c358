import { refuse } from '../errors/refusal.ts';

/** The code of a call whose fault is invalid. */
export const FAULT_FAILED = 'FAULT_FAILED';

/** Rejects a call whose fault has a `match` or a `respond` that failed. */
export const failed = (part: 'match' | 'respond', error: unknown): never =>
  refuse(500, FAULT_FAILED, `The ${part} of a fault failed: ${String(error)}`);
