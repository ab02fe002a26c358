import { PlatformError } from './errors.ts';

/** The error of a call in a runtime that lacks a global, such as React Native. */
export const missingGlobal = (name: string): PlatformError => {
  const message = `The call could not be prepared: ${name} is missing in this runtime. Load a polyfill before the first call`;
  return new PlatformError('invalid-input', message, { outcome: 'not-sent' });
};
