import type { SenderRequest } from './wire.ts';

/** Headers of the connection and of the framing (RFC 9110, 7.6.1), and the host. A `fetch` sets all of them itself. */
const OF_CONNECTION = ['expect', 'host', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'];

/**
 * Removes the headers of the connection. A program that copies its own request's headers also copies the length of another body. A server
 * would then read the rest of this body as the next request. A stream may declare its length, which is enforced.
 */
export const requestHeaders = ({ headers, body }: SenderRequest): Record<string, string> => {
  const isStream = typeof body === 'object' && 'getReader' in body;
  const isSent = (name: string, value: string): boolean => {
    if (name === 'content-length') return isStream;
    if (name === 'connection') return value.toLowerCase() === 'close';
    return !OF_CONNECTION.includes(name);
  };
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (isSent(name.toLowerCase(), value)) sent[name] = value;
  return sent;
};

/** The version of the package, which the build inserts; undefined in the sources. */
declare const PACKAGE_VERSION: string;

interface Node {
  readonly process?: { readonly versions?: { readonly node?: string } };
}

/** The `User-Agent` of servers, such as `platform-sdk/1.2.3 node/24.1.0`. Empty in a page, where the browser sends its own. */
export const userAgent = (): { readonly 'user-agent'?: string } => {
  const node = (globalThis as Node).process?.versions?.node;
  if (node === undefined || 'document' in globalThis) return {};
  const version = typeof PACKAGE_VERSION === 'undefined' ? 'source' : PACKAGE_VERSION;
  return { 'user-agent': `platform-sdk/${version} node/${node}` };
};
