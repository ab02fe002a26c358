import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type Server as SocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0)) await close();
});

const start = async (server: Server | SocketServer, scheme: string): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Starts a server for all tests of a file. */
export const startServer = (listener: RequestListener): Promise<string> => start(createServer(listener), 'http');

/** Starts a server that accepts connections and sends nothing, or bytes that are not HTTP. */
export const startSocket = async (greeting?: string): Promise<string> => {
  const sockets = new Set<{ destroy(): void }>();
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  return start(
    createSocketServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      if (greeting !== undefined) socket.end(greeting);
    }),
    'http',
  );
};

interface Certificate {
  /** The name in the certificate, such as `IP:127.0.0.1`. */
  readonly name: string;
  /** The arguments for the lifetime, such as `-days 1`. */
  readonly life: readonly string[];
}

/** Starts a server with a self-signed certificate. */
export const startSelfSigned = async (
  { name, life }: Certificate,
  listener: RequestListener,
): Promise<{ readonly origin: string; readonly cert: string }> => {
  const directory = await mkdtemp(join(tmpdir(), 'doctor-'));
  closing.push(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, 'empty.cnf'), '[req]\ndistinguished_name=name\n[name]\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'server.key', '-out', 'server.pem'];
  const words = ['req', '-x509', '-config', 'empty.cnf', ...key, ...life, '-subj', '/CN=server', '-addext', `subjectAltName=${name}`];
  await promisify(execFile)('openssl', words, { cwd: directory });
  const [privateKey, cert] = await Promise.all(['server.key', 'server.pem'].map((file) => readFile(join(directory, file), 'utf8')));
  return { origin: await start(createSecureServer({ key: privateKey, cert }, listener), 'https'), cert: join(directory, 'server.pem') };
};
