import { isLoopback } from '../text/loopback.ts';

/**
 * The hosts and origins that may use a local platform on a port. Pages of other origins must not reach the developer's machine through it.
 */
export interface AccessOptions {
  /** Host names of the platform in addition to those of this machine, such as `devbox.lan`. Default: none. */
  readonly hosts?: readonly string[];
  /** Origins whose pages may call it, in addition to those of this machine, such as `https://app.example`. Default: none. */
  readonly origins?: readonly string[];
}

/** The reason for rejecting a request, as a sentence. */
interface AccessRefusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/** The decision about each request, before any rule runs. */
export interface Access {
  /** Returns undefined for an allowed request. `target` is its target as it was received, which may name a host of its own. */
  readonly refusalFor: (request: Request, target?: string) => AccessRefusal | undefined;
  /** The headers that let the page of a request's origin read the response; none without an allowed origin. */
  readonly corsFor: (request: Request) => Readonly<Record<string, string>>;
}

/** A host with or without a port. Parsers of URLs accept more, such as user names and backslashes. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{0,5})?$/i;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;

const hostnameOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '');

const readHost = (header: string): string => (HOST.test(header) ? hostnameOf(`http://${header}`).toLowerCase() : '');

/** Clients send the same host again and again, and parsing it takes longer than all other checks. */
const rememberingLast = (read: (text: string) => string): ((text: string) => string) => {
  let last = '';
  let result = read(last);
  return (text) => {
    if (text !== last) [last, result] = [text, read(text)];
    return result;
  };
};

const forbid = (requests: string): AccessRefusal => ({ status: 403, message: `The local platform rejects ${requests}` });

/** Any page can have the origin `null`, so allowing it would allow all. */
const howToAllow = (origin: string): string =>
  origin === 'null'
    ? 'pages without an origin, such as files and sandboxed frames: serve them over http.'
    : `pages of ${origin}. Allow them with --origin ${origin}, or in the option origins of serve.`;

/** Makes the rules of access for a server that listens at `listensAt`. */
export const createAccess = ({ hosts = [], origins = [] }: AccessOptions, listensAt: string): Access => {
  const isOpen = !isLoopback(listensAt);
  const hostOf = rememberingLast(readHost);
  const named = new Set(hosts.map((host) => host.toLowerCase()));
  const allowed = new Set(origins.map((origin) => origin.replace(/\/$/, '').toLowerCase()));

  /** The owner of a name can rebind it to this machine. An address cannot be rebound. */
  const isOwnHost = (host: string): boolean => isLoopback(host) || named.has(host) || (isOpen && ADDRESS.test(host));

  const isOwnOrigin = (origin: string, host: string): boolean => {
    const from = hostnameOf(origin).toLowerCase();
    return allowed.has(origin.toLowerCase()) || isLoopback(from) || (from !== '' && from === host);
  };

  return {
    refusalFor(request, target = '/') {
      const { headers } = request;
      const host = hostOf(headers.get('host') ?? '');
      // A client of a proxy names the host in the target too.
      const wanted = target.startsWith('/') || target === '*' ? host : hostnameOf(target).toLowerCase();
      if (host === '' || wanted === '') return { status: 400, message: 'The local platform rejects requests without a valid host.' };
      const other = [host, wanted].find((each) => !isOwnHost(each));
      if (other !== undefined)
        return forbid(`requests for the host ${other}. Allow it with --host ${other}, or in the option hosts of serve.`);
      const origin = headers.get('origin');
      if (origin !== null && !isOwnOrigin(origin, host)) return forbid(howToAllow(origin));
      // A page can send some requests without naming its origin, such as for an image.
      if (origin === null && headers.get('sec-fetch-site') === 'cross-site') return forbid('requests that a page of another site began.');
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
