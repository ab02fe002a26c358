/** Serves the files of a folder like a plain static host. */
import { readFile } from 'node:fs/promises';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

export interface StaticServer {
  readonly origin: string;
  readonly close: () => void;
}

/** Returns the path of a file in the folder. Returns undefined for a URL that is not encoded correctly. */
const pathOf = (target: string): string | undefined => {
  try {
    return normalize(decodeURIComponent(new URL(target, 'http://localhost').pathname)).replace(/[/\\]$/, '/index.html');
  } catch {
    return undefined;
  }
};

/**
 * Starts the server on a free port of this machine. Foreign host names are rejected (DNS rebinding). `headersOf` returns additional headers
 * for a path.
 */
export const serveFolder = async (folder: string, headersOf: (path: string) => OutgoingHttpHeaders = () => ({})): Promise<StaticServer> => {
  const server = createServer(({ url = '/', method, headers: { host } }, response) => {
    const path = pathOf(url);
    if (`http://${host}` !== origin) return void response.writeHead(403).end('Another host');
    if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405).end('Files are only read');
    if (path === undefined) return void response.writeHead(400).end('No valid address');
    readFile(join(folder, path)).then(
      (bytes) => {
        const type = TYPES[extname(path)] ?? 'application/octet-stream';
        response.writeHead(200, { 'Content-Type': type, ...headersOf(path) }).end(bytes);
      },
      () => response.writeHead(404).end('Not found'),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { origin, close };
};
