import type { Sender } from '../transport.ts';

/** Sends as the browser does. One attempt is all that ky would do here, for 9 kB of every page. */
export const sendOnce: Sender = (url, init, fetch) => fetch(url, init);
