/** A bare node:http server that answers everything with one JSON text: as little as a server can do. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settings } from './processes.ts';

const { json } = settings<{ json: string }>();
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) });
  response.end(json);
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
