import { X509Certificate } from 'node:crypto';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import type * as Certificates from '../src/command/certificate.ts';

const { createCertificate, isGoodFor } = await vi.importActual<typeof Certificates>('../src/command/certificate.ts');

const hosts = ['localhost', '127.0.0.1', '::1', '2001:db8::7', 'devbox.lan'];

it('the certificate contains names, addresses and dates that Node can read', () => {
  const now = Date.UTC(2026, 0, 1);
  const { certificate } = createCertificate(hosts, now);
  const read = new X509Certificate(certificate);

  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.subjectAltName).toBe(
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:2001:DB8:0:0:0:0:0:7, DNS:devbox.lan',
  );
  expect([read.validFrom, read.validTo].map((text) => new Date(text).toISOString())).toEqual([
    '2025-12-31T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
  ]);
  expect(read.ca).toBe(false);
  expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(createCertificate(hosts).certificate).not.toBe(createCertificate(hosts).certificate);
});

it('only clients that trust the certificate can connect', async () => {
  const { certificate, privateKey } = createCertificate(hosts);
  const server = createServer({ cert: certificate, key: privateKey }, (_, response) => response.end('ok'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const get = (options: object): Promise<unknown> =>
    new Promise((resolve) => {
      request({ host: '127.0.0.1', port, agent: false, ...options }, (response) => resolve(response.resume().statusCode))
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
        .end();
    });

  expect(await get({ ca: certificate })).toBe(200);
  expect(await get({ ca: certificate, servername: 'localhost' })).toBe(200);
  expect(await get({ ca: certificate, servername: 'other.example' })).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(await get({})).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(await get({ ca: createCertificate(hosts).certificate })).not.toBe(200);
});

it('the certificate is reused if it covers all hosts and stays valid for a week', () => {
  const now = Date.UTC(2026, 0, 1);
  const { certificate } = createCertificate(['localhost', '127.0.0.1'], now);
  const inDays = (days: number): number => now + days * 86_400_000;

  expect([1, 357, 359, 400].map((days) => isGoodFor(certificate, ['localhost', '127.0.0.1'], inDays(days)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isGoodFor(certificate, ['localhost', 'devbox.lan'], inDays(1))).toBe(false);
  expect(isGoodFor('no certificate', ['localhost'])).toBe(false);
});
