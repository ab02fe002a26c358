import { PlatformError } from '@platform-sdk/core';

/** The time that a document may take. */
export const MAX_MS = 10_000;
/** The memory limit of the worker for one document: its heap and all buffers. */
export const MAX_MEMORY = 128 * 1024 * 1024;
/**
 * The heap limit of V8. A thread that reaches it ends the whole process, so it is far above the worker's limit, which ends the worker
 * first.
 */
export const FATAL_HEAP_MIB = 2048;
/** The limits of a document's output, in characters and bytes. */
export const MAX_OUTPUT = 16 * 1024 * 1024;

export const limitError = (code: 'TIMEOUT' | 'BROWSER_ERROR', what: string): PlatformError =>
  new PlatformError('http', `This document ${what}.`, { code });

/** Returns the total size of the texts and bytes of a value. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each), 1);
};

/** Throws when a document becomes too large. */
export const checkOutput = <T>(output: T): T => {
  if (sizeOf(output) > MAX_OUTPUT) throw limitError('BROWSER_ERROR', `has more than ${MAX_OUTPUT} characters`);
  return output;
};
