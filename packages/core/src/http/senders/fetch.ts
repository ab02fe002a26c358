import type { Sender } from '../wire.ts';
import { uncached } from '../uncached.ts';

/** Sends as the browser does; one attempt is all that ky would do here, for 9 kB of every page. */
export const sendOnce: Sender = async (url, request, { fetch = globalThis.fetch }) => {
  const response = await fetch(url, { ...request, ...uncached() });
  // No browser lacks it, but a caller's `fetch` may.
  return (response.body as unknown) === undefined ? (await import('../whole-body.ts')).withBody(response) : response;
};
