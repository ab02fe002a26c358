import type { SenderRequest } from './wire.ts';

/** Headers of the connection and of the framing (RFC 9110, 7.6.1), and the host of the address. A `fetch` sets them itself, too. */
const OF_CONNECTION = ['expect', 'host', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'];

/**
 * Returns the headers without those of the connection. A program that copies the headers of its own request also copies the length of
 * another body. A server would take the rest of this body for the next request. A stream may declare its length, which is enforced.
 */
export const requestHeaders = ({ headers, body }: SenderRequest): Record<string, string> => {
  const isStream = typeof body === 'object' && 'getReader' in body;
  const isSent = (name: string, value: string): boolean => {
    if (name === 'content-length') return isStream;
    if (name === 'connection') return value.toLowerCase() === 'close';
    return !OF_CONNECTION.includes(name);
  };
  return Object.fromEntries(Object.entries(headers).filter(([name, value]) => isSent(name.toLowerCase(), value)));
};

/** The version of the package, which the build inserts; undefined in the sources. */
declare const PACKAGE_VERSION: string;

interface Node {
  readonly process?: { readonly versions?: { readonly node?: string } };
}

/** The `User-Agent` of servers, such as `platform-sdk/1.2.3 node/24.1.0`; none where a page runs, whose browser has its own. */
export const userAgent = (): { readonly 'user-agent'?: string } => {
  const node = (globalThis as Node).process?.versions?.node;
  if (node === undefined || 'document' in globalThis) return {};
  const version = typeof PACKAGE_VERSION === 'undefined' ? 'source' : PACKAGE_VERSION;
  return { 'user-agent': `platform-sdk/${version} node/${node}` };
};
