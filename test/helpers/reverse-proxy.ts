import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

/** A TLS proxy in front of a server. It serves the server below a path prefix, buffers all bodies, and compresses and splits the bodies of responses. */
export interface ReverseProxy {
  readonly origin: string;
  /** The path of its certificate file. */
  readonly certificate: string;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

/** Starts a proxy that removes `prefix` from the path and forwards the request to `target`. */
export const startReverseProxy = async (target: string, prefix: string): Promise<ReverseProxy> => {
  const directory = await mkdtemp(join(tmpdir(), 'proxy-'));
  const { key, cert, file } = await createCertificate(directory);
  let requests = 0;
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    requests++;
    if (!incoming.url?.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end();
    void forward(incoming, outgoing, target + incoming.url.slice(prefix.length)).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    certificate: file,
    requests: () => requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true });
    },
  };
};

const createCertificate = async (directory: string) => {
  await writeFile(join(directory, 'empty.cnf'), '[req]\ndistinguished_name=name\n[name]\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'proxy.key', '-out', 'proxy.pem'];
  const extensions = ['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:TRUE'];
  const words = ['req', '-x509', '-config', 'empty.cnf', ...key, '-days', '2', '-subj', '/CN=proxy', ...extensions];
  await promisify(execFile)('openssl', words, { cwd: directory });
  const file = join(directory, 'proxy.pem');
  return { key: await readFile(join(directory, 'proxy.key'), 'utf8'), cert: await readFile(file, 'utf8'), file };
};

const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Headers that only apply to a single connection, and headers that a proxy replaces. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host'];

const forwarded = (headers: IncomingMessage['headers']): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).filter((each): each is [string, string | string[]] => each[1] !== undefined && !HOP_BY_HOP.includes(each[0])),
  );

const forward = async (incoming: IncomingMessage, outgoing: ServerResponse, url: string): Promise<void> => {
  const body = await readAll(incoming);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      ...forwarded(incoming.headers),
      'accept-encoding': 'identity',
      ...(body.length > 0 && { 'content-length': String(body.length) }),
    };
    request(url, { method: incoming.method ?? 'GET', headers, agent: false }, resolve)
      .on('error', reject)
      .end(body);
  });
  const whole = await readAll(response);
  const isZipped = String(incoming.headers['accept-encoding'] ?? '').includes('gzip') && whole.length > 0;
  const sent = isZipped ? gzipSync(whole) : whole;
  const headers = forwarded(response.headers);
  outgoing.writeHead(response.statusCode ?? 502, { ...headers, ...(isZipped && { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }) });
  // Chunks end anywhere: within a character, an event or a field.
  for (let at = 0, size = 1; at < sent.length; at += size, size = (size % 1000) * 2 + 7) outgoing.write(sent.subarray(at, at + size));
  outgoing.end();
};
