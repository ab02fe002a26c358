import { PlatformError } from '@platform-sdk/core';

/** Ends a conversion: the stream says so, or its part of a batch. */
export const fail = (code: 'VALIDATION_ERROR' | 'TIMEOUT' | 'BROWSER_ERROR', message: string): never => {
  throw new PlatformError('http', message, { code });
};

/** What a failure is told as. */
export const wordsOf = (error: unknown): { readonly error: string; readonly code: string } =>
  error instanceof PlatformError
    ? { error: error.message, code: error.code ?? 'BROWSER_ERROR' }
    : { error: 'The page could not be converted.', code: 'INTERNAL_ERROR' };
