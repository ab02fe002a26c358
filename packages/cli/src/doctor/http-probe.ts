import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { Agent, globalAgent, request as requestHttps, type AgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { MAX_TIMER_MS } from '@platform-sdk/core/internal';

/** A request that `doctor` sends. */
export interface ProbeRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response with any status. Redirects are not followed. */
export interface ProbeResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly ms: number;
}

/** A request without a response, with Node's error code or `TIMEOUT`. If the proxy opened no connection, the prefix is `PROXY_`. */
export interface ProbeFailure {
  readonly code: string;
}

const MAX_TEXT = 65_536;

export const isFailure = (result: ProbeResponse | ProbeFailure): result is ProbeFailure => 'code' in result;

/** Returns the proxies of the environment if Node uses them (`NODE_USE_ENV_PROXY=1`). The clients then send https requests through them. */
export const environmentProxies = (): object | undefined => (globalAgent.options as { readonly proxyEnv?: object }).proxyEnv;

/** Returns an agent for the proxy that the clients use, or false without a proxy. Calls `note` with each connection to the proxy. */
const agentFor = (url: string, note: (connection: Duplex | null | undefined) => void): Agent | false => {
  const proxyEnv = environmentProxies();
  if (!proxyEnv || !url.startsWith('https:')) return false;
  const agent = new Agent({ proxyEnv } as AgentOptions);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...given) => {
    const connection = connect(...given);
    note(connection);
    return connection;
  };
  return agent;
};

/** Matches Node's error codes of failed connections. */
const UNREACHED = /^E(?:CONN|NOTFOUND|AI_|NET|HOST|TIMEDOUT)/;

/** Sends one request on a new connection. Never rejects. */
export const probe = (url: string, request: ProbeRequest, timeoutMs: number): Promise<ProbeResponse | ProbeFailure> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const { method = 'GET', headers = {}, body } = request;
    const send = url.startsWith('https:') ? requestHttps : requestHttp;
    const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const settle = (result: ProbeResponse | ProbeFailure): void => {
      clearTimeout(timer);
      outgoing.destroy();
      // Node does not close a tunnel that is still opening.
      tunnel?.destroy();
      resolve(result);
    };
    let tunnel: Duplex | null | undefined;
    const agent = agentFor(url, (connection) => (tunnel = connection));
    const outgoing = send(url, { method, headers: { accept: 'application/json', ...length, ...headers }, agent }, (incoming) => {
      let text = '';
      const finish = (): void =>
        settle({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, ms: Math.round(performance.now() - startedAt) });
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_TEXT) finish();
      });
      incoming.on('end', finish);
      // The status has already arrived. If the body breaks, only text is lost.
      incoming.on('error', finish);
    });
    // Node sets the socket of a request when the tunnel has opened.
    const isAtProxy = (): boolean => tunnel !== undefined && !(outgoing.socket as object | null);
    const timer = setTimeout(() => settle({ code: isAtProxy() ? 'PROXY_TIMEOUT' : 'TIMEOUT' }), Math.min(timeoutMs, MAX_TIMER_MS));
    outgoing.on('error', ({ code = 'UNKNOWN', statusCode }: NodeJS.ErrnoException & { readonly statusCode?: number }) =>
      settle({ code: isAtProxy() && UNREACHED.test(code) ? `PROXY_${code}` : [code, statusCode].filter(Boolean).join(' ') }),
    );
    outgoing.end(body);
  });

/** Patterns of error codes, each with its meaning and advice. */
const MEANINGS: readonly (readonly [RegExp, string, string])[] = [
  [/^ERR_PROXY_TUNNEL 407/, 'the proxy requires credentials', 'Write them into HTTPS_PROXY: http://user:password@host.'],
  [/^ERR_PROXY_TUNNEL/, 'the proxy rejected the connection to it', 'Check HTTPS_PROXY and NO_PROXY.'],
  [/^PROXY_/, 'the proxy opened no connection to it', 'Check HTTPS_PROXY and NO_PROXY.'],
  [/^(?:ENOTFOUND|EAI_)/, 'the host name has no address', 'Check its spelling, the DNS server and the VPN.'],
  [/^ECONNREFUSED/, 'nothing listens there', 'Check the port, and that the service runs.'],
  [/^(?:ECONNRESET|EPIPE)/, 'the connection was closed', 'Check for a firewall, a proxy, or http on a port of https.'],
  [/^(?:ENETUNREACH|EHOSTUNREACH)/, 'there is no way to the host', 'Check the network and the VPN.'],
  [/^(?:TIMEOUT|ETIMEDOUT)/, 'no response in time', 'Check the firewall and the VPN, and that the service runs.'],
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired', 'Renew the certificate, and check the clock of this machine.'],
  [/^CERT_NOT_YET_VALID/, 'its certificate is not valid yet', 'Check the clock of this machine.'],
  [/ALTNAME/, 'its certificate is for another name', 'Use the name in the certificate.'],
  [
    /SELF_SIGNED|UNABLE_TO|CERT_|ISSUER/,
    'its certificate is of an unknown authority',
    'Set NODE_EXTRA_CA_CERTS to the file of the authority, or pass httpAgent.',
  ],
  [/^(?:EPROTO|ERR_SSL)/, 'it does not speak TLS', 'Check the port, or use http for a service of this machine.'],
  [/^HPE_/, 'it does not speak HTTP', 'Check the port, and whether it wants https.'],
];

export const meaningOf = (code: string): readonly [came: string, advice: string] => {
  const found = MEANINGS.find(([pattern]) => pattern.test(code));
  return found ? [`${found[1]} (${code})`, found[2]] : [`the connection failed (${code})`, 'Search for the code.'];
};
