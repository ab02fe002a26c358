/** Serves the built site like a host of static files, with a policy for the worker of its own. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import type { AddressInfo } from 'node:net';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** The worker compiles code, loads parts of itself, and needs no network. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'none'";
/** The meta element of a page adds the hashes of its inline scripts. */
const PAGE_POLICY = "script-src 'self' 'unsafe-inline'; worker-src 'self'; connect-src 'self'; object-src 'none'";

export const serveSite = async (folder: string): Promise<{ readonly origin: string; readonly close: () => void }> => {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname)).replace(/[/\\]$/, '/index.html');
    readFile(join(folder, path)).then(
      (content) => {
        const policy = path.startsWith('/runner/') ? WORKER_POLICY : PAGE_POLICY;
        response.writeHead(200, {
          'Cache-Control': 'max-age=600',
          'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
          'Content-Security-Policy': policy,
        });
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};
