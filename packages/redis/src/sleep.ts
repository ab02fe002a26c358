import { isPlatformError } from '@platform-sdk/core';
import { bounded } from '@platform-sdk/core/contract';

/** Waits, or rejects as soon as the signal aborts. */
export const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
  try {
    await bounded(new Promise(() => undefined), ms, signal);
  } catch (error) {
    if (!isPlatformError(error) || error.kind !== 'timeout') throw error;
  }
};
