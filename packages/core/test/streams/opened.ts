import type { Opened } from '@platform-sdk/core/contract';

/** Creates an open response as a client passes it to the reader of a stream. It renames no fields and changes no errors. */
export const openedOf = (body: BodyInit, type = 'text/event-stream', parts: Partial<Pick<Opened, 'signal' | 'close'>> = {}): Opened => ({
  response: new Response(body, { headers: type ? { 'Content-Type': type } : {} }),
  signal: undefined,
  close: () => undefined,
  toCallerError: (error) => error,
  toLocalNames: (document) => document,
  check: () => undefined,
  ...parts,
});
