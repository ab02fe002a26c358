import ky from 'ky';
import { userAgent } from '../user-agent.ts';
import type { Sender } from '../wire.ts';
import { uncached } from '../uncached.ts';
import { withBody } from '../whole-body.ts';

/** Sends through ky, which does one attempt and nothing else: retries and clocks are the caller's. */
export const sendOnce: Sender = async (url, { signal, keepalive, headers, ...request }, { fetch = globalThis.fetch }) => {
  const response = await ky(url, {
    ...request,
    ...uncached(),
    // A `fetch` of the caller's sends what it likes; a header of the caller's comes last.
    headers: { ...(fetch === globalThis.fetch && userAgent()), ...(headers as Record<string, string>) },
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // ky would combine the signal with one of its own, which costs as much as the rest of a call.
    fetch: (input, own) => fetch(input, { ...own, signal, keepalive }),
  });
  return withBody(response);
};
