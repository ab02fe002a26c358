import type { Opened } from '@platform-sdk/core/contract';

/** A response that was opened, as a client hands it to the reader of a stream: nothing is renamed, and no error is changed. */
export const openedOf = (body: BodyInit, type = 'text/event-stream', parts: Partial<Pick<Opened, 'signal' | 'close'>> = {}): Opened => ({
  response: new Response(body, { headers: type ? { 'Content-Type': type } : {} }),
  signal: undefined,
  close: () => undefined,
  toCallerError: (error) => error,
  toLocalNames: (document) => document,
  check: () => undefined,
  ...parts,
});
