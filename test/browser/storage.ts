import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An archive without entries. */
const EMPTY_ZIP = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');

/** Starts a storage server of another origin with one archive. `/seen` returns the names of the headers of each request for the archive. */
export const startStorage = async (): Promise<{ readonly origin: string; readonly close: () => void }> => {
  const seen: string[][] = [];
  const server = createServer(({ method, url, headers }, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*, Authorization');
    if (method === 'OPTIONS') return response.writeHead(204).end();
    if (url === '/seen') return response.end(JSON.stringify(seen));
    seen.push(Object.keys(headers));
    return response.setHeader('Content-Type', 'application/zip').end(EMPTY_ZIP);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};
