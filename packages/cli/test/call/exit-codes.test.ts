import { PlatformError, type ErrorDetails, type ErrorKind } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import type * as Codes from '../../src/call/exit-codes.ts';

// The package does not export this module.
const { exitCodeOf, EXIT_MEANINGS } = (await import(new URL('../../src/call/exit-codes.ts', import.meta.url).href)) as typeof Codes;

it.each<[ErrorKind, ErrorDetails, number]>([
  ['invalid-response', {}, 1],
  ['redirect', { outcome: 'rejected' }, 1],
  ['invalid-input', { field: 'addressHash', outcome: 'not-sent' }, 2],
  ['invalid-input', { field: 'baseUrls.memory', outcome: 'not-sent' }, 2],
  ['invalid-input', { field: 'tokens.memory', outcome: 'not-sent' }, 4],
  ['session', { outcome: 'not-sent' }, 4],
  ['http', { status: 401, outcome: 'rejected' }, 4],
  ['http', { status: 402, outcome: 'rejected' }, 5],
  ['http', { status: 404 }, 5],
  ['http', { status: 429, outcome: 'rejected' }, 6],
  ['http', { status: 503 }, 6],
  ['network', { outcome: 'not-sent' }, 6],
  ['timeout', {}, 6],
  ['http', { status: 502, outcome: 'unknown' }, 7],
  ['timeout', { outcome: 'unknown' }, 7],
  ['aborted', { outcome: 'unknown' }, 7],
  ['interrupted', { outcome: 'unknown' }, 7],
  ['invalid-response', { status: 200, outcome: 'likely-applied' }, 8],
  ['interrupted', {}, 9],
  ['truncated', {}, 9],
  ['aborted', { outcome: 'not-sent' }, 130],
])('a failure of the kind %s with %o exits with %s', (kind, details, code) => {
  expect(exitCodeOf(new PlatformError(kind, 'A failure', details))).toBe(code);
  expect(EXIT_MEANINGS[code]).toMatch(/\w/);
});

it.each<[ErrorKind, ErrorDetails, number]>([
  ['invalid-response', { status: 200, outcome: 'likely-applied' }, 1],
  ['http', { status: 500, outcome: 'unknown' }, 6],
  ['timeout', { outcome: 'unknown' }, 6],
  ['interrupted', { outcome: 'likely-applied' }, 9],
  ['aborted', { outcome: 'unknown' }, 130],
])('a reading call with a failure of the kind %s with %o exits with %s', (kind, details, code) => {
  expect(exitCodeOf(new PlatformError(kind, 'A failure', details), true)).toBe(code);
});
