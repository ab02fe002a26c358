import ky from 'ky';
import type { Sender } from '../wire.ts';

/** Sends through ky, which does one attempt and nothing else: retries and clocks are the caller's. */
export const sendOnce: Sender = (url, { signal, keepalive, ...init }, fetch) =>
  ky(url, {
    ...init,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // ky would combine the signal with one of its own, which costs as much as the rest of a call.
    fetch: (input, own) => fetch(input, { ...own, signal, keepalive }),
  });
