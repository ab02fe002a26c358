import { openWith } from './fetched.ts';
import type { OpenPage } from './types.ts';

/** Requests a page with `fetch`. The browser itself controls which hosts are reachable. */
export const openPage: OpenPage = (url, { signal }) => openWith(globalThis.fetch, url, signal);
export const isPublic = (): boolean => true;
