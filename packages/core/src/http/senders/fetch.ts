import type { Sender } from '../wire.ts';
import { uncached } from '../uncached.ts';

/** Sends by the browser's `fetch`. ky would do the same single attempt here, for 9 kB of every page. */
export const sendOnce: Sender = async (url, request, { fetch = globalThis.fetch }) => {
  const response = await fetch(url, { ...request, ...uncached() });
  // No browser lacks it, but a caller's `fetch` may.
  return (response.body as unknown) === undefined ? (await import('../whole-body.ts')).withBody(response) : response;
};
