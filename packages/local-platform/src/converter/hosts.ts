import { isPublic } from '#open-page';
import { isLoopback } from '../text/loopback.ts';
import { SAMPLE_HOST } from '../sample-site/index.ts';
import type { LocalConverterOptions } from '../options/converter.ts';

/** The decision where the converter may fetch pages from. */
export interface HostRules {
  /** Decides by an address as it is written. */
  readonly isAllowed: (url: URL) => boolean;
  /** Decides by an address that a name leads to. */
  readonly mayConnect: (hostname: string, address: string) => boolean;
}

/** A host as `URL` writes it, which is one spelling for each address. */
const plainHost = (host: string): string => {
  const written = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : host.toLowerCase();
};

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Any page could make a name of its own lead to this machine or its network; so an address that is not public has to be named itself. */
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
