import { isPublic } from '#open-page';
import { isLoopback } from '../../text/loopback.ts';
import { SAMPLE_HOST } from '../../sample-site/index.ts';
import type { LocalConverterOptions } from '../../options/converter.ts';

/** Decides which hosts the converter may fetch from. */
export interface HostRules {
  /** Returns whether the host in a URL is allowed. */
  readonly isAllowed: (url: URL) => boolean;
  /** Returns whether the converter may connect to `address`, to which a host name resolves. */
  readonly mayConnect: (hostname: string, address: string) => boolean;
}

/** Returns a host in the normalized form of `URL`. */
const plainHost = (host: string): string => {
  const written = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : host.toLowerCase();
};

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/**
 * Creates the rules for allowed hosts. Any site can point its name at a private address. A private address is therefore only allowed if the
 * list contains the address, or if an allowed loopback name resolves to it.
 */
export const hostRules = ({ allowedHosts = [] }: LocalConverterOptions): HostRules => {
  const named = new Set(allowedHosts.map(plainHost));
  return {
    isAllowed: ({ protocol, hostname }) => /^https?:$/.test(protocol) && (hostname === SAMPLE_HOST || named.has(hostname)),
    mayConnect: (hostname, address) =>
      isPublic(address) ||
      named.has(plainHost(address)) ||
      (named.has(hostname) && isLoopback(withoutBrackets(hostname)) && isLoopback(address)),
  };
};
