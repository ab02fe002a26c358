import { PlatformError } from '@platform-sdk/core';

/** The time limit for one document. */
export const MAX_MS = 10_000;
/** The memory limit for one document, which includes heap and buffers. */
export const MAX_MEMORY = 128 * 1024 * 1024;
/**
 * The heap limit of V8. Exceeding this limit would end the entire process, so it is far above `MAX_MEMORY`. Exceeding `MAX_MEMORY` only stops
 * the worker.
 */
export const FATAL_HEAP_MIB = 2048;
/** The limit for the output of a document, in characters and bytes. */
export const MAX_OUTPUT = 16 * 1024 * 1024;

export const limitError = (code: 'TIMEOUT' | 'BROWSER_ERROR', what: string): PlatformError =>
  new PlatformError('http', `This document ${what}.`, { code });

/** Returns the total size of the strings and bytes in a value. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each), 1);
};

/** Throws if the output of a document is too large. */
export const checkOutput = <T>(output: T): T => {
  if (sizeOf(output) > MAX_OUTPUT) throw limitError('BROWSER_ERROR', `has more than ${MAX_OUTPUT} characters`);
  return output;
};
