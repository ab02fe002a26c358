import type { ClientRequest } from 'node:http';
import { inputError, PlatformError, withDetails } from '../../../diagnostics/errors.ts';
import { connectionError } from '../../network-error.ts';
import { isSafe } from '../../redirects.ts';

/**
 * Creates the error of a connection. `way` describes the route of a request that had no connection yet. The error keeps only the system's
 * code and message, because errors of Node contain addresses and bytes of the response.
 */
export const toFailure = (error: unknown, hasLeft: boolean, way?: Way): PlatformError => {
  // Reading the source of the request body has failed. Its error is returned unchanged.
  if (error instanceof PlatformError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const outcome = hasLeft ? 'unknown' : 'not-sent';
  if (code !== 'ERR_HTTP_CONTENT_LENGTH_MISMATCH') {
    // The message of a custom agent may contain the URL of a proxy with its password.
    const failure = connectionError(code, message.includes('://') ? '' : message, outcome);
    return withDetails(failure, {}, failure.message + adviceFor(error as NodeJS.ErrnoException, hasLeft, way));
  }
  return new PlatformError('invalid-input', 'The body is longer or shorter than its Content-Length. Declare its actual length, or none', {
    outcome,
  });
};

/** Creates the error of a request that Node does not start. */
export const notStarted = (error: unknown, { protocol }: URL): PlatformError => {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_PROTOCOL') return toFailure(error, false);
  return inputError(`httpAgent cannot send to ${protocol}//. Return an agent for each protocol: httpAgent: (url) => agent`, 'httpAgent');
};

type Advice = readonly [pattern: RegExp, advice: string];

/** With TLS 1.3, a server checks a client certificate after the request was sent. */
const CLIENT_CERTIFICATE: Advice = [
  /\balert (?:\w+ )?(?:certificate|unknown ca|access denied)/,
  'The server requires a client certificate, or rejected it. Set httpAgent to an https.Agent with its cert and key',
];

/** Advice for a connection that failed after it carried bytes. */
const LATE_ADVICE: readonly Advice[] = [
  CLIENT_CERTIFICATE,
  [/^HPE_(?!HEADER)/, 'The response is no valid HTTP. A proxy, or a server of another protocol, may have sent it'],
];

/** Advice for failures that only other settings resolve. The patterns match the system's code, and the message of Node or OpenSSL. */
const ADVICE: readonly Advice[] = [
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET)/,
    'The certificate of the server is out of date. Check the clock of this machine, and renew the certificate',
  ],
  [/ALTNAME/, 'The certificate of the server is for another host. Check the base URL'],
  [
    /SELF_SIGNED|UNABLE_TO/,
    'The authority of the certificate is unknown. Set NODE_EXTRA_CA_CERTS to its file, or httpAgent to an https.Agent with its ca',
  ],
  CLIENT_CERTIFICATE,
  [
    /\balert handshake failure/,
    'The server rejected the handshake. It may require a client certificate: set httpAgent to an https.Agent with its cert and key',
  ],
  [
    /\balert (?:protocol version|insufficient)/,
    'The server supports no version of TLS, or no cipher, that this Node accepts. Update the server',
  ],
  [/\bunrecognized name/, 'The server has no certificate for this host. Check the host of the base URL'],
  [/^EPROTO.*\balert\b/, 'The server rejected the handshake of TLS. Check the host and the port of the base URL'],
  [/^(?:EPROTO|ERR_SSL_)/, 'The server accepts no TLS connection. Check the scheme and the port of the base URL'],
  [
    /^ERR_PROXY_TUNNEL 407/,
    'The proxy of the environment requires a user and a password, or rejected them. Write them into HTTPS_PROXY: http://user:password@host',
  ],
  [/^ERR_PROXY_TUNNEL/, 'The proxy of the environment did not connect to the server. Check HTTPS_PROXY and NO_PROXY'],
];

/** Until the tunnel is open, either the proxy or the server may cause the failure. */
const UNREACHED = 'The proxy of the environment could not be reached, or closed the connection. Check HTTPS_PROXY and NO_PROXY';
const ON_THE_WAY = 'The connection goes through the proxy of the environment: check HTTPS_PROXY too';

/** Matches codes of connections that fail in a network that requires a proxy. */
const NO_WAY = /^E(?:CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|NETUNREACH|HOSTUNREACH)$/;
const PAST =
  'Node did not use the proxy in HTTPS_PROXY. If only the proxy reaches the server, start with NODE_USE_ENV_PROXY=1, on Node 22.21, 24.5 or later';

/** Returns the advice for a failed connection as sentences after its message, or an empty string. */
const adviceFor = (
  { code = '', message, statusCode }: NodeJS.ErrnoException & { readonly statusCode?: number },
  hasLeft: boolean,
  way?: Way,
): string => {
  const rules = hasLeft ? LATE_ADVICE : ADVICE;
  const facts = [code, statusCode, message].filter(Boolean).join(' ');
  const [, advice] = rules.find(([pattern]) => pattern.test(facts)) ?? [];
  const status = statusCode === undefined ? '' : ` (${statusCode})`;
  if (way === 'past' && !hasLeft && NO_WAY.test(code)) return `. ${PAST}`;
  if (way !== 'tunnel' || statusCode !== undefined) return advice === undefined ? '' : `${status}. ${advice}`;
  return advice === undefined ? `. ${UNREACHED}` : `. ${advice}. ${ON_THE_WAY}`;
};

/** The route of a request whose connection is not open: in a tunnel through the proxy of the environment, or past that proxy. */
export type Way = 'tunnel' | 'past' | undefined;

interface Started {
  readonly socket?: object | null;
  readonly agent?: { readonly options?: { readonly proxyEnv?: object } };
}

/** Returns the route of a request. `isOwn` means that the caller's agent sends the request, and may use its own proxies. */
export const wayOf = (outgoing: ClientRequest, target: URL, isOwn: boolean): Way => {
  const { socket, agent } = outgoing as Started;
  // An agent assigns the socket only when the tunnel is open.
  if (agent?.options?.proxyEnv) return socket ? undefined : 'tunnel';
  return !isOwn && isForProxy(target) ? 'past' : undefined;
};

/** Returns true if the environment names a proxy for an address. Node uses the proxy only if NODE_USE_ENV_PROXY is set when Node starts. */
const isForProxy = ({ protocol, hostname }: URL): boolean => {
  const { HTTPS_PROXY, https_proxy = HTTPS_PROXY, NO_PROXY = '', no_proxy = NO_PROXY } = process.env;
  if (!https_proxy || protocol !== 'https:' || isSafe({ protocol: 'http:', hostname } as URL)) return false;
  const isLeftOut = (entry: string): boolean => entry === '*' || `.${hostname}`.endsWith(`.${entry.replace(/^\*?\./, '')}`);
  return !no_proxy.split(/[\s,]+/).some((entry) => entry !== '' && isLeftOut(entry));
};
