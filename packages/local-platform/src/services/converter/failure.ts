import { PlatformError } from '@platform-sdk/core';

/** Ends a conversion with an error, which the stream or the page's part of a batch reports. */
export const fail = (code: 'VALIDATION_ERROR' | 'TIMEOUT' | 'BROWSER_ERROR', message: string): never => {
  throw new PlatformError('http', message, { code });
};

/** Returns the report of a failure. */
export const wordsOf = (error: unknown): { readonly error: string; readonly code: string } =>
  error instanceof PlatformError
    ? { error: error.message, code: error.code ?? 'BROWSER_ERROR' }
    : { error: 'The page could not be converted.', code: 'INTERNAL_ERROR' };
