/** Requests per second of a server's CPU time: a list, and a body that is read and returned as a document. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { cpuTime, peak, pick, report, settings, type Counts } from './case.ts';
import { created, listed, newOrganization } from './documents.ts';
import type { Load } from './load.ts';

interface ServerCase extends Counts {
  readonly way: string;
  readonly method: 'GET' | 'POST';
  /** OpenAPI document of the organizations. */
  readonly openapi: string;
}

interface Started {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const { way, method, openapi, warmUp, measured } = settings<ServerCase>();
const type = { 'Content-Type': 'application/json' };
const credentials = { 'Api-Key': 'key', Authorization: 'Bearer token' };

/** Parses and checks the body of a request. */
const check = (text: string): void => {
  if ((JSON.parse(text) as typeof newOrganization).data.type !== 'organization') throw new Error('Another body arrived.');
};

const ways: Readonly<Record<string, () => Promise<Started>>> = {
  async 'node:http'() {
    const server = createServer((request, response) => {
      if (request.method === 'GET')
        return void response.writeHead(200, { ...type, 'Content-Length': Buffer.byteLength(listed) }).end(listed);
      let text = '';
      request
        .setEncoding('utf8')
        .on('data', (piece: string) => (text += piece))
        .on('end', () => {
          check(text);
          response.writeHead(200, { ...type, 'Content-Length': Buffer.byteLength(created) }).end(created);
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/organizations` };
  },
  async 'this SDK'() {
    const { createLocalPlatform, serve } = await import('@platform-sdk/local-platform');
    const { createAuthClient } = await import('@platform-sdk/auth');
    const { createPlatform } = await import('@platform-sdk/core');
    const local = createLocalPlatform();
    const { baseUrls } = await serve(local);
    const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch });
    const { email: username, password } = local.account;
    await createAuthClient(platform).login({ username, password });
    const tokens = await platform.session.get();
    return {
      url: `${baseUrls.organizations}/organizations`,
      headers: { 'Api-Key': local.apiKey, Authorization: `Bearer ${tokens?.accessToken}` },
    };
  },
  async hono() {
    const { Hono } = await import('hono');
    const { serve } = await import('@hono/node-server');
    const app = new Hono()
      .get('/v1/organizations', (context) => context.body(listed, 200, type))
      .post('/v1/organizations', async (context) => {
        check(await context.req.text());
        return context.body(created, 200, type);
      });
    return new Promise((resolve) =>
      serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
        resolve({ url: `http://127.0.0.1:${port}/v1/organizations` }),
      ),
    );
  },
  async srvx() {
    const { FastResponse, serve } = await import('srvx');
    const server = serve({
      port: 0,
      hostname: '127.0.0.1',
      silent: true,
      async fetch(request) {
        if (request.method === 'GET') return new FastResponse(listed, { headers: type });
        check(await request.text());
        return new FastResponse(created, { headers: type });
      },
    });
    await server.ready();
    return { url: new URL('/v1/organizations', server.url).href };
  },
  async 'json-server'() {
    const { default: jsonServer } = await import('json-server');
    const { data } = JSON.parse(listed) as { readonly data: readonly object[] };
    const app = jsonServer.create();
    app.use(jsonServer.defaults({ logger: false, static: import.meta.dirname, noCors: true }));
    app.use(jsonServer.router({ organizations: [...data] }));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/organizations` };
  },
  async Prism() {
    const { getHttpOperationsFromSpec } = await import('@stoplight/prism-http');
    const { createServer: createPrism } = await import('@stoplight/prism-http-server');
    const { createLogger } = await import('@stoplight/prism-core');
    const config = {
      mock: { dynamic: false },
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      upstreamProxy: undefined,
      isProxy: false,
    };
    const server = createPrism(await getHttpOperationsFromSpec(openapi), {
      components: { logger: createLogger('bench', { level: 'silent', enabled: false }) },
      cors: false,
      config: config as never,
    });
    return { url: `${await server.listen(0, '127.0.0.1')}/organizations` };
  },
};

const { url, headers = credentials } = await pick(ways, way)();
const body = method === 'POST' ? JSON.stringify(newOrganization) : undefined;
const settingsOfLoad: Load = { url, method, headers, body, connections: 16 };
const load = fork(join(import.meta.dirname, 'load.js'), [JSON.stringify(settingsOfLoad)], { execArgv: [] });
const run = async (requests: number): Promise<void> => {
  load.send(requests);
  const [done] = (await once(load, 'message')) as [number | string];
  if (done !== requests) throw new Error(`${way}: ${done}`);
};
await run(warmUp);
const times = [cpuTime()];
for (const _ of [0, 1]) {
  await run(measured / 2);
  times.push(cpuTime());
}
load.kill();
const [start = 0, middle = 0, end = 0] = times;
report({ cpu: (end - start) / measured, drift: (end - middle) / (middle - start), peak: peak() });
