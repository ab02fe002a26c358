import { describe, expect, it } from 'vitest';
import type * as Failures from '../src/http/senders/node-http/failure.ts';

// No entry of the package exports this module.
const inner = new URL('../src/http/senders/node-http/failure.ts', import.meta.url).href;
const { toFailure } = (await import(inner)) as typeof Failures;

const systemError = (message: string, facts: object): Error => Object.assign(new Error(message), facts);

describe('the error of a connection on Node', () => {
  it('has the status of a proxy, and not its address', () => {
    const words = 'Failed to establish tunnel to api.example.com:443 via http://user:canary@proxy.test:8080/: HTTP/1.1 407 No';
    const failure = toFailure(systemError(words, { code: 'ERR_PROXY_TUNNEL', statusCode: 407 }), false);
    expect(failure).toMatchObject({ kind: 'network', code: 'ERR_PROXY_TUNNEL', outcome: 'not-sent' });
    expect(failure.message).toBe(
      'The connection failed: ERR_PROXY_TUNNEL (407). The proxy of the environment did not connect to the server. Check HTTPS_PROXY and NO_PROXY',
    );
    expect(JSON.stringify(failure) + String(failure.stack)).not.toContain('canary');
  });

  it('repeats the words of an error without a code, unless they contain an address', () => {
    expect(toFailure(new Error('Proxy closed the tunnel'), false).message).toBe('The connection failed: Proxy closed the tunnel');
    const failure = toFailure(new Error('No tunnel via http://user:canary@proxy.test:8080/'), false);
    expect(failure.message).toBe('The connection failed');
    expect(JSON.stringify(failure) + String(failure.stack)).not.toContain('canary');
  });

  it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'])(
    'explains how to trust an authority: %s',
    (code) => {
      expect(toFailure(systemError('self-signed certificate', { code }), false).message).toContain('Set NODE_EXTRA_CA_CERTS to its file');
    },
  );

  it.each(['ECONNRESET', 'ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT'])('has only the code for %s', (code) => {
    expect(toFailure(systemError('read ECONNRESET', { code }), true).message).toBe(`The connection failed: ${code}`);
  });
});
