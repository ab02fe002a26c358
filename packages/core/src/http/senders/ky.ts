import ky from 'ky';
import type { Sender } from '../wire.ts';
import { inUnicode, pastProxies, sendDirectly, toFetchOptions, withBody } from '../sending.ts';

/**
 * Sends one attempt through ky, whose retries and timeouts are disabled. A `fetch` of the caller is called directly, because ky would only
 * copy the request for it.
 */
export const sendOnce: Sender = async (url, request, { fetch = globalThis.fetch }) => {
  if (fetch !== globalThis.fetch) return sendDirectly(url, request, fetch);
  const { signal, keepalive, ...rest } = toFetchOptions(url, request, fetch);
  const response = await ky(url, {
    ...rest,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // ky would combine the signal with its own signal, which costs as much as the rest of a call.
    fetch: (input, own) => fetch(input, { ...own, signal, keepalive, ...pastProxies(url) }),
  });
  return inUnicode(withBody(response));
};
