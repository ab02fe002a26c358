import { PlatformError } from '@platform-sdk/core';

/** Throws an error that ends a conversion. The stream ends with the error; in a batch, only the result of the page contains the error. */
export const fail = (code: 'VALIDATION_ERROR' | 'TIMEOUT' | 'BROWSER_ERROR', message: string): never => {
  throw new PlatformError('http', message, { code });
};

/** Returns the message and code of a failure. */
export const wordsOf = (error: unknown): { readonly error: string; readonly code: string } =>
  error instanceof PlatformError
    ? { error: error.message, code: error.code ?? 'BROWSER_ERROR' }
    : { error: 'The page could not be converted.', code: 'INTERNAL_ERROR' };
