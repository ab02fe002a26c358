import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import type { Trail } from './trail.ts';

/** An error of another kind than the SDK's. It is put into words for the caller's error. */
export interface Unforeseen {
  readonly reason: string;
}

/** Turns any error into a typed one. No untyped error leaves a client. */
export const typed = (error: unknown, { attempts }: Trail): PlatformError => {
  if (isPlatformError(error)) return error;
  const unforeseen: Unforeseen = { reason: error instanceof Error ? error.message : String(error) };
  return new PlatformError(attempts === 0 ? 'invalid-input' : 'invalid-response', '', {}, { cause: unforeseen });
};
