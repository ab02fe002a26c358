import type { Opened } from '@platform-sdk/core/contract';

/** An open response in the form that a client passes to the reader of a stream. Nothing is renamed, and no error is changed. */
export const openedOf = (body: BodyInit, type = 'text/event-stream', parts: Partial<Pick<Opened, 'signal' | 'close'>> = {}): Opened => ({
  response: new Response(body, { headers: type ? { 'Content-Type': type } : {} }),
  signal: undefined,
  close: () => undefined,
  toCallerError: (error) => error,
  toLocalNames: (document) => document,
  check: () => undefined,
  ...parts,
});
