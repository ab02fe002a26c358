/** Serves the pages of a folder during development, only to this machine. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'vitepress';

export interface PagesServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

const isEncoded = (target: string): boolean => {
  try {
    return decodeURI(target) !== '';
  } catch {
    return false;
  }
};

/** Rejects requests to which Vite would respond with a page or an error. Vite itself rejects other hosts. */
const admit = ({ method, url = '/' }: IncomingMessage, response: ServerResponse, next: () => void): void => {
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405).end('Pages are only read');
  if (!isEncoded(url)) return void response.writeHead(400).end('No valid address');
  next();
};

export const servePages = async (folder: string, port?: number): Promise<PagesServer> => {
  const server = await createServer(folder, { host: '127.0.0.1', ...(port !== undefined && { port }) });
  // This handler must run before Vite's own handlers.
  server.middlewares.stack.unshift({ route: '', handle: admit });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
};
