import { openWith } from './fetched.ts';
import type { OpenPage } from './types.ts';

/** In a page, the browser controls which hosts are reachable. */
export const openPage: OpenPage = (url, { signal }) => openWith(globalThis.fetch, url, signal);
export const isPublic = (): boolean => true;
