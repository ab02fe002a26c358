import type { Sender } from '../wire.ts';
import { uncached } from '../uncached.ts';
import { withBody } from '../whole-body.ts';

/** Sends as the browser does; one attempt is all that ky would do here, for 9 kB of every page. */
export const sendOnce: Sender = async (url, request, { fetch = globalThis.fetch }) =>
  withBody(await fetch(url, { ...request, ...uncached() }));
