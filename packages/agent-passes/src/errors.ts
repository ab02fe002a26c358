import type { PlatformError } from '@platform-sdk/core';
import { isPlatformError, withDetails } from '@platform-sdk/core/internal';

/** A new key that was lost with its response. */
export interface KeyLostError extends PlatformError {
  readonly operation: 'agentPasses.create' | 'agentPasses.rotateKey';
  readonly outcome: 'likely-applied' | 'unknown';
}

/** A new key was lost with the response: a pass was created without it, or a rotation may have made the old key invalid. */
export const isKeyLostError = (error: unknown): error is KeyLostError => {
  if (!isPlatformError(error)) return false;
  const { operation, outcome } = error;
  const isRotation = operation === 'agentPasses.rotateKey';
  return (outcome === 'likely-applied' && (isRotation || operation === 'agentPasses.create')) || (outcome === 'unknown' && isRotation);
};

/** Throws the failure of a rotation. If its outcome is unknown, the message explains what to do next. */
export const throwRotationError = (error: unknown): never => {
  const isUnknown = isKeyLostError(error) && error.outcome === 'unknown';
  throw isUnknown
    ? withDetails(error, {}, `${error.message}. The old key may be invalid, and the new one was not returned: rotate again`)
    : error;
};
