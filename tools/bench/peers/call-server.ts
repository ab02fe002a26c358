/** A bare server that returns the document of the method. The server counts requests and connections, and rejects a wrong body. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { settings } from './case.ts';
import { created, listed, newOrganization } from './documents.ts';

const { certificate } = settings<{ readonly certificate?: { readonly key: string; readonly cert: string } }>();
const expected = JSON.stringify(newOrganization);
/** The body that Stripe's client sends, which is a form. */
const expectedForm = new URLSearchParams({ name: newOrganization.data.attributes.name }).toString();
const counts = { requests: 0, connections: 0 };

const respond = (response: ServerResponse, status: number, json: string): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) });
  response.end(json);
};

const listener: RequestListener = (request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    const { url = '', method } = request;
    if (url === '/counts') return respond(response, 200, JSON.stringify(counts));
    counts.requests++;
    const isPost = method === 'POST';
    const isAsExpected = url.endsWith('/customers') ? new URLSearchParams(body).toString() === expectedForm : body === expected;
    if (isPost && !isAsExpected) return respond(response, 400, JSON.stringify({ error: `Another body: ${body}` }));
    respond(response, 200, isPost || /\/organizations\/\d/.test(url) ? created : listed);
  });
};

const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
server.on(certificate ? 'secureConnection' : 'connection', () => counts.connections++);
// Thousands of connections may open at the same time.
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(`http${certificate ? 's' : ''}://127.0.0.1:${port}`);
});
// The server ends when the harness is stopped.
process.on('disconnect', () => process.exit());
