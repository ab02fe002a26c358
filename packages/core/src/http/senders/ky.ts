import ky from 'ky';
import { userAgent } from '../user-agent.ts';
import type { Sender } from '../wire.ts';

/** Sends through ky, which does one attempt and nothing else: retries and clocks are the caller's. */
export const sendOnce: Sender = (url, { signal, keepalive, headers, ...request }, { fetch = globalThis.fetch }) =>
  ky(url, {
    ...request,
    // A `fetch` of the caller's sends what it likes; a header of the caller's comes last.
    headers: { ...(fetch === globalThis.fetch && userAgent()), ...(headers as Record<string, string>) },
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // ky would combine the signal with one of its own, which costs as much as the rest of a call.
    fetch: (input, own) => fetch(input, { ...own, signal, keepalive }),
  });
