import type { Sender } from '../wire.ts';

/**
 * Sends as the browser does; one attempt is all that ky would do here, for 9 kB of every page. The browser's own cache knows nothing of
 * users, and answers what was to be asked anew.
 */
export const sendOnce: Sender = (url, request, { fetch = globalThis.fetch }) => fetch(url, { ...request, cache: 'no-store' });
