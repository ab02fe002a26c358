import { isPlatformError, type PlatformError } from '@platform-sdk/core';

/** Returns the rejection of a promise that must reject. Throws for any value that is not a promise. */
export const failureOf = async (work: unknown): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('The promise resolved.');
};

/** Returns the rejection of a promise that must reject with a `PlatformError`. Throws any other error. */
export const platformErrorOf = async (work: unknown): Promise<PlatformError> => {
  const error = await failureOf(work);
  if (isPlatformError(error)) return error;
  throw error;
};
