/** A bare `node:http` server that returns the document of the method. It counts the requests, and rejects a body that differs. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { created, listed, newOrganization } from './documents.ts';

const expected = JSON.stringify(newOrganization);
let requests = 0;

const respond = (response: ServerResponse, status: number, json: string): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) });
  response.end(json);
};

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    if (request.url === '/requests') return respond(response, 200, String(requests));
    requests++;
    const isPost = request.method === 'POST';
    if (isPost && body !== expected) return respond(response, 400, JSON.stringify({ error: `Another body: ${body}` }));
    respond(response, 200, isPost || /\/organizations\/\d/.test(request.url ?? '') ? created : listed);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
// The server ends when the harness is stopped.
process.on('disconnect', () => process.exit());
