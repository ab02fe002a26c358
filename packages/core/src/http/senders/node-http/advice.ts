/** The reasons and the next steps of failures that only a change of the settings ends, by the system's code. */
const ADVICE: readonly (readonly [code: RegExp, advice: string])[] = [
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET)/,
    'The certificate of the server is out of date. Check the clock of this machine, and renew the certificate',
  ],
  [/ALTNAME/, 'The certificate of the server is for another host. Check the base URL'],
  [
    /SELF_SIGNED|UNABLE_TO/,
    'The authority of the certificate is unknown. Set NODE_EXTRA_CA_CERTS to its file, or httpAgent to an https.Agent with its ca',
  ],
  [/^(?:EPROTO|ERR_SSL_)/, 'The server accepts no TLS connection. Check the scheme and the port of the base URL'],
  [/^ERR_PROXY_TUNNEL/, 'The proxy of the environment did not connect to the server. Check HTTPS_PROXY and NO_PROXY'],
];

/** Returns the advice for a failed connection as sentences after its message, or an empty text. */
export const adviceFor = ({ code = '', statusCode }: NodeJS.ErrnoException & { readonly statusCode?: number }): string => {
  const [, advice] = ADVICE.find(([pattern]) => pattern.test(code)) ?? [];
  const status = statusCode === undefined ? '' : ` (${statusCode})`;
  return advice === undefined ? '' : `${status}. ${advice}`;
};
