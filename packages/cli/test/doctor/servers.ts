import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type Server as SocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const start = async (server: Server | SocketServer, scheme: string): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Starts a server until the test ends, and returns its origin. */
export const startServer = (listener: RequestListener): Promise<string> => start(createServer(listener), 'http');

/** Starts a server that accepts connections and sends nothing, or bytes that are not HTTP. */
export const startSocket = async (greeting?: string): Promise<string> => {
  const sockets = new Set<{ destroy(): void }>();
  onTestFinished(() => {
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

/** Starts an https server with a self-signed certificate, which responds with an empty object. */
export const startSelfSigned = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'doctor-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, 'empty.cnf'), '[req]\ndistinguished_name=name\n[name]\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'server.key', '-out', 'server.pem'];
  const name = ['-subj', '/CN=server', '-addext', 'subjectAltName=IP:127.0.0.1'];
  await promisify(execFile)('openssl', ['req', '-x509', '-config', 'empty.cnf', ...key, '-days', '2', ...name], { cwd: directory });
  const [privateKey, cert] = await Promise.all(['server.key', 'server.pem'].map((file) => readFile(join(directory, file), 'utf8')));
  return start(
    createSecureServer({ key: privateKey, cert }, (_, response) => response.end('{}')),
    'https',
  );
};
