import type { PlatformError } from '@platform-sdk/core';
import { isPlatformError, withDetails } from '@platform-sdk/core/internal';

/** The error of a call whose response with a new key was lost or is unreadable. */
export interface KeyLostError extends PlatformError {
  readonly operation: 'agentPasses.create' | 'agentPasses.rotateKey';
  readonly outcome: 'likely-applied' | 'unknown';
}

/**
 * Returns true if a new key was lost with its response. Either a pass was created and its key is unknown, or a rotation may have
 * invalidated the old key.
 */
export const isKeyLostError = (error: unknown): error is KeyLostError => {
  if (!isPlatformError(error)) return false;
  const { operation, outcome } = error;
  const isRotation = operation === 'agentPasses.rotateKey';
  return (outcome === 'likely-applied' && (isRotation || operation === 'agentPasses.create')) || (outcome === 'unknown' && isRotation);
};

/** Throws the failure of a rotation. If its outcome is unknown, the message explains the next step. */
export const throwRotationError = (error: unknown): never => {
  const isUnknown = isKeyLostError(error) && error.outcome === 'unknown';
  throw isUnknown
    ? withDetails(error, {}, `${error.message}. The old key may be invalid, and the new one was not returned: rotate again`)
    : error;
};
