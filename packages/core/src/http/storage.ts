import { isBrowser } from './runtime.ts';
import type { StorageRedirects, WireRequest } from './wire.ts';

/** Follows redirects to another origin, with no header that was meant for this one. */
export const storageRedirects: StorageRedirects = {
  // A browser hides where a redirect leads, and takes `Authorization` to no other origin itself.
  mode: (headers) => (isBrowser() && isPlain(headers) ? 'follow' : 'manual'),
};

const isPlain = (headers: WireRequest['headers']): boolean => Object.keys(headers).every((name) => /^(?:accept|authorization)$/.test(name));
