import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { onTestFinished } from 'vitest';

/** A server whose certificate is signed by a new authority, which clients do not trust. */
export interface SecureServer {
  readonly origin: string;
  /** The certificate of the authority, in PEM. */
  readonly ca: string;
  readonly requests: () => number;
  /** Makes the server call this function for each later request instead of responding. */
  readonly hold: (onRequest: () => void) => void;
}

const openssl = (directory: string, ...args: readonly string[]): Promise<unknown> =>
  promisify(execFile)('openssl', args, { cwd: directory });

export interface CertificateOptions {
  /** The number of days until the certificate expires. A negative number creates an expired certificate. Default: 1. */
  readonly days?: number;
  /** The hosts in the certificate. Default: 127.0.0.1. */
  readonly names?: string;
}

/** A certificate, its key, and the certificate of its authority, which clients do not trust yet. */
export interface Certificate {
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
}

/** Creates an authority and a certificate that it signs. */
export const makeCertificate = async ({ days = 1, names = 'IP:127.0.0.1' }: CertificateOptions = {}): Promise<Certificate> => {
  const directory = newFolder();
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await openssl(directory, 'req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '1', '-subj', '/CN=Authority');
  await openssl(directory, 'req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=server');
  await writeFile(join(directory, 'names'), `subjectAltName=${names}`);
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', String(days), '-extfile', 'names'];
  await openssl(directory, 'x509', '-req', '-in', 'server.csr', ...signing, '-out', 'server.pem');
  const [ca = '', key = '', cert = ''] = await Promise.all(
    ['ca.pem', 'server.key', 'server.pem'].map((name) => readFile(join(directory, name), 'utf8')),
  );
  return { ca, key, cert };
};

/** Creates a certificate, and starts a server that returns this JSON document until `hold` is called. */
export const startSecureServer = async (document: unknown, options?: CertificateOptions): Promise<SecureServer> => {
  const { ca, key, cert } = await makeCertificate(options);
  let requests = 0;
  let onRequest: (() => void) | undefined;
  const server: Server = createServer({ key, cert }, (_, response) => {
    requests++;
    if (onRequest) return onRequest();
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca,
    requests: () => requests,
    hold: (work) => void (onRequest = work),
  };
};
