import { expect, it } from 'vitest';
import type * as Failures from '../src/http/senders/node-http/failure.ts';

// No entry of the package exports this module.
const inner = new URL('../src/http/senders/node-http/failure.ts', import.meta.url).href;
const { toFailure } = (await import(inner)) as typeof Failures;

const systemError = (message: string, facts: object): Error => Object.assign(new Error(message), facts);

it('shows the status of a proxy, but not its address', () => {
  const words = 'Failed to establish tunnel to api.example.com:443 via http://user:canary@proxy.test:8080/: HTTP/1.1 407 No';
  const failure = toFailure(systemError(words, { code: 'ERR_PROXY_TUNNEL', statusCode: 407 }), false);
  expect(failure).toMatchObject({ kind: 'network', code: 'ERR_PROXY_TUNNEL', outcome: 'not-sent' });
  expect(failure.message).toBe(
    'The connection failed: ERR_PROXY_TUNNEL (407). The proxy of the environment requires a user and a password, or rejected them. Write them into HTTPS_PROXY: http://user:password@host',
  );
  expect(JSON.stringify(failure) + String(failure.stack)).not.toContain('canary');
});

it('shows the status of a proxy that does not connect', () => {
  const failure = toFailure(systemError('No tunnel', { code: 'ERR_PROXY_TUNNEL', statusCode: 503 }), false, 'tunnel');
  expect(failure.message).toBe(
    'The connection failed: ERR_PROXY_TUNNEL (503). The proxy of the environment did not connect to the server. Check HTTPS_PROXY and NO_PROXY',
  );
});

it.each([
  ['HPE_INVALID_CONSTANT', '. The response is no valid HTTP. A proxy, or a server of another protocol, may have sent it'],
  ['HPE_HEADER_OVERFLOW', ''],
])("shows the code of an error of Node's HTTP parser, and explains only an invalid response: %s", (code, advice) => {
  expect(toFailure(systemError('Parse Error', { code }), true).message).toBe(`The connection failed: ${code}${advice}`);
});

it('shows the message of an error without a code, unless the message contains an address', () => {
  expect(toFailure(new Error('Proxy closed the tunnel'), false).message).toBe('The connection failed: Proxy closed the tunnel');
  const failure = toFailure(new Error('No tunnel via http://user:canary@proxy.test:8080/'), false);
  expect(failure.message).toBe('The connection failed');
  expect(JSON.stringify(failure) + String(failure.stack)).not.toContain('canary');
});

it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'])(
  'explains how to trust a certificate authority: %s',
  (code) => {
    expect(toFailure(systemError('self-signed certificate', { code }), false).message).toContain('Set NODE_EXTRA_CA_CERTS to its file');
  },
);

it.each(['ECONNRESET', 'ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT'])('shows only the code of a broken connection: %s', (code) => {
  expect(toFailure(systemError('read ECONNRESET', { code }), true).message).toBe(`The connection failed: ${code}`);
});

const alert = (words: string): string =>
  `write EPROTO 40DD:error:0A000410:SSL routines:ssl3_read_bytes:${words}:../deps/openssl/ssl/record/rec_layer_s3.c:918:`;

it.each([
  ['ssl/tls alert handshake failure', 'The server rejected the handshake. It may require a client certificate'],
  ['ssl/tls alert bad certificate', 'The server requires a client certificate, or rejected it'],
  ['tlsv1 alert unknown ca', 'The server requires a client certificate, or rejected it'],
  ['tlsv1 alert protocol version', 'The server supports no version of TLS, or no cipher, that this Node accepts'],
  ['tlsv1 unrecognized name', 'The server has no certificate for this host'],
  ['tlsv1 alert internal error', 'The server rejected the handshake of TLS'],
  ['wrong version number', 'The server accepts no TLS connection. Check the scheme'],
])('explains why a handshake failed: %s', (words, advice) => {
  const { message } = toFailure(systemError(alert(words), { code: 'EPROTO' }), false);
  expect(message).toContain(`The connection failed: EPROTO. ${advice}`);
  expect(message).not.toContain('openssl');
});

it.each([
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tlsv13 alert certificate required', '. The server requires a client certificate,'],
  ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'tlsv1 alert internal error', ''],
  ['ERR_SSL_BAD_RECORD_TYPE', 'bad record type', ''],
])('does not mention the base URL if TLS fails after bytes were sent: %s', (code, words, advice) => {
  const failure = toFailure(systemError(alert(words), { code }), true);
  expect(failure).toMatchObject({ code, outcome: 'unknown' });
  expect(failure.message.startsWith(`The connection failed: ${code}${advice}`)).toBe(true);
  expect(failure.message).not.toContain('base URL');
});
