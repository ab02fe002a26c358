import { isPublic } from '#open-page';
import { isLoopback } from '../../text/loopback.ts';
import { SAMPLE_HOST } from '../../sample-site/index.ts';
import type { LocalConverterOptions } from '../../options/converter.ts';

/** Decides which hosts the converter may fetch from. */
export interface HostRules {
  /** Decides by an address in a URL. */
  readonly isAllowed: (url: URL) => boolean;
  /** Decides by an address that a name resolves to. */
  readonly mayConnect: (hostname: string, address: string) => boolean;
}

/** A host as `URL` normalizes it: one spelling for each address. */
const plainHost = (host: string): string => {
  const written = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : host.toLowerCase();
};

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Any site can point a name of its own at this machine or its network. A non-public address must therefore be allowed itself. */
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
