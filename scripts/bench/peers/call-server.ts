/** A bare `node:http` server that returns the document of the method. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { created, listed } from './documents.ts';

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const isOne = request.method === 'POST' || /\/organizations\/\d/.test(request.url ?? '');
    const json = isOne ? created : listed;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) });
    response.end(json);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
// A harness that was stopped leaves no server behind.
process.on('disconnect', () => process.exit());
