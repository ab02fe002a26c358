import ky from 'ky';
import { pastProxies, sendDirectly, toFetchOptions } from '../direct-fetch.ts';
import { inUnicode } from '../in-unicode.ts';
import { withBody } from '../whole-body.ts';
import type { Sender } from '../wire.ts';

/**
 * Sends through ky, which does one attempt and nothing else: retries and clocks are the caller's. A `fetch` of the caller's is called
 * directly, since ky would only copy the request for it.
 */
export const sendOnce: Sender = async (url, request, { fetch = globalThis.fetch }) => {
  if (fetch !== globalThis.fetch) return sendDirectly(url, request, fetch);
  const { signal, keepalive, ...rest } = toFetchOptions(url, request, fetch);
  const response = await ky(url, {
    ...rest,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // ky would combine the signal with one of its own, which costs as much as the rest of a call.
    fetch: (input, own) => fetch(input, { ...own, signal, keepalive, ...pastProxies(url) }),
  });
  return inUnicode(withBody(response));
};
