import { refuse } from '../errors/refusal.ts';

/** The code of a call that met a fault which is itself wrong. */
export const FAULT_FAILED = 'FAULT_FAILED';

/** Refuses a call because what was to break it is itself broken. */
export const failed = (part: 'match' | 'respond', error: unknown): never =>
  refuse(500, FAULT_FAILED, `The ${part} of a fault failed: ${String(error)}`);
