import { isLoopback } from '../text/loopback.ts';

/**
 * Hosts that requests to a local platform on a port may name, and origins whose pages may send requests. Requests for other hosts, or from
 * pages of other origins, get 403. This protects the developer's machine from pages on the web.
 */
export interface AccessOptions {
  /** Host names to allow, such as `devbox.lan`. This machine's own names are always allowed. Default: none. */
  readonly hosts?: readonly string[];
  /** Origins whose pages may call the platform, such as `https://app.example`. This machine's origins are always allowed. Default: none. */
  readonly origins?: readonly string[];
}

/** The rejection of a request: its status, and its reason as a sentence. */
interface AccessRefusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/** Checks each request before any rule runs. */
export interface Access {
  /** Returns undefined for an allowed request. `target` is the raw request target, which is a full URL if the client uses a proxy. */
  readonly refusalFor: (request: Request, target?: string) => AccessRefusal | undefined;
  /** Returns the CORS headers for a request that `refusalFor` allows. */
  readonly corsFor: (request: Request) => Readonly<Record<string, string>>;
}

/** Matches a host with an optional port. URL parsers are less strict: they also accept user names and backslashes. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;

const hostnameOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '');

const readHost = (header: string): string => (HOST.test(header) ? hostnameOf(`http://${header}`).toLowerCase() : '');

const forbid = (requests: string): AccessRefusal => ({ status: 403, message: `The local platform rejects ${requests}` });

/**
 * Returns the end of an error message, which names the option that allows the origin. The origin `null` is never allowed,
 * because any page can send it.
 */
const howToAllow = (origin: string): string =>
  origin === 'null'
    ? 'pages without an origin, such as files and sandboxed frames: serve them over http.'
    : `pages of ${origin}. Allow them with --origin ${origin}, or in the option origins of serve.`;

/** Creates the access checks of a server that listens at `listensAt`. */
export const createAccess = ({ hosts = [], origins = [] }: AccessOptions, listensAt: string): Access => {
  const isOpen = !isLoopback(listensAt);
  const named = new Set(hosts.map((host) => host.toLowerCase()));
  const allowed = new Set(origins.map((origin) => origin.replace(/\/$/, '').toLowerCase()));

  /** With `isOpen`, every IP address is a valid host: a foreign page can point a name at this machine, but not an address. */
  const isOwnHost = (host: string): boolean => isLoopback(host) || named.has(host) || (isOpen && ADDRESS.test(host));

  const isOwnOrigin = (origin: string, host: string): boolean => {
    const from = hostnameOf(origin).toLowerCase();
    return allowed.has(origin.toLowerCase()) || isLoopback(from) || (from !== '' && from === host);
  };

  return {
    refusalFor(request, target = '/') {
      const { headers } = request;
      const host = readHost(headers.get('host') ?? '');
      // If the client uses a proxy, the target contains the host too.
      const wanted = target.startsWith('/') || target === '*' ? host : hostnameOf(target).toLowerCase();
      if (host === '' || wanted === '') return { status: 400, message: 'The local platform rejects requests without a valid host.' };
      const other = [host, wanted].find((each) => !isOwnHost(each));
      if (other !== undefined)
        return forbid(`requests for the host ${other}. Allow it with --host ${other}, or in the option hosts of serve.`);
      const origin = headers.get('origin');
      if (origin !== null && !isOwnOrigin(origin, host)) return forbid(howToAllow(origin));
      // Some requests of a page, such as requests for images, lack the `Origin` header.
      if (origin === null && headers.get('sec-fetch-site') === 'cross-site') return forbid('requests from pages of other sites.');
      return undefined;
    },
    corsFor({ headers }) {
      const origin = headers.get('origin');
      return origin === null
        ? { vary: 'Origin' }
        : { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'Origin' };
    },
  };
};
