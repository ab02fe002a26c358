import { PlatformError } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import type * as Failures from '../../src/call/failure.ts';
import { recordingTerminal } from '../recording-terminal.ts';

// The package does not export this module.
const { printFailure } = (await import(new URL('../../src/call/failure.ts', import.meta.url).href)) as typeof Failures;

it('the error of a timeout names the option of the tool, as text and as JSON', () => {
  const error = new PlatformError('timeout', 'The stream took longer than 10 ms. Raise timeoutMs if it needs longer.');
  const terminal = recordingTerminal();
  printFailure(terminal, error, false);
  printFailure(terminal, error, true);

  expect(terminal.errors.filter((line) => line.includes('Raise --timeout if it needs longer.'))).toHaveLength(2);
  expect(terminal.errors.join('\n')).not.toContain('timeoutMs');
});

it('the error of a limit that the tool cannot set names the option for programs', () => {
  const terminal = recordingTerminal();
  printFailure(terminal, new PlatformError('stalled', 'The stream gave no bytes for 10 ms. Raise idleMs if it needs longer.'), false);

  expect(terminal.errors[0]).toContain('Raise idleMs in a program of yours if it needs longer.');
});

it('a message from a service is not changed', () => {
  const terminal = recordingTerminal();
  printFailure(terminal, new PlatformError('http', 'timeoutMs must be a number', { status: 422, outcome: 'rejected' }), false);

  expect(terminal.errors[0]).toBe('timeoutMs must be a number');
});
