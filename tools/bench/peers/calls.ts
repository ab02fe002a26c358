/** CPU time of one call: the same request and the same response for every client, with a stubbed `fetch` or over loopback. */
import * as http from 'node:http';
import * as https from 'node:https';
import { json as jsonOf } from 'node:stream/consumers';
import { measure, pick, report, settings, type Counts } from './case.ts';
import { created, listed, listed100, newOrganization } from './documents.ts';

interface CallCase extends Counts {
  readonly way: string;
  readonly method: 'GET' | 'POST';
  /** The server on loopback. Default: none; `fetch` is stubbed. */
  readonly origin?: string;
  /** The stub returns a list of 100. Default: false. */
  readonly isLong?: boolean;
}

type Call = () => Promise<unknown>;
type Fetch = typeof globalThis.fetch;

const { way, method, origin, isLong = false, ...counts } = settings<CallCase>();
const isPost = method === 'POST';
const { request, Agent } = origin?.startsWith('https:') ? https : http;
// Accepts the server's certificate, which is self-signed.
if (origin?.startsWith('https:')) process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
/** Reads of one organization and the POST return one organization. All other calls return a list. */
const json = isPost || way.endsWith('one organization') ? created : isLong ? listed100 : listed;
const baseUrl = `${origin ?? 'http://localhost:1'}/v1`;
const url = `${baseUrl}/organizations${!isPost && json === created ? '/1' : ''}`;
const headers = { 'Api-Key': 'key', Authorization: 'Bearer token' };
let requests = 0;
/** The body of the first request. Later requests are only counted, because reading bodies is not part of the measured work. */
let firstBody: Promise<string> | undefined;
const stub: Fetch = (input, init) => {
  requests++;
  firstBody ??= (input instanceof Request ? input.clone() : new Request(input, init)).text();
  return Promise.resolve(new Response(json, { headers: { 'Content-Type': 'application/json' } }));
};
/** Clients only get a `fetch` if it is stubbed; over loopback each client sends as it does by default. */
const own = origin === undefined ? { fetch: stub } : {};
const send = origin === undefined ? stub : globalThis.fetch;

const organizationsClient = async () => {
  const { createOrganizationsClient } = await import('@platform-sdk/organizations');
  return createOrganizationsClient({ baseUrl, apiKey: 'key', accessToken: 'token', ...own });
};

const nodeHttp = async (): Promise<Call> => {
  const agent = new Agent({ keepAlive: true });
  const body = isPost ? JSON.stringify(newOrganization) : undefined;
  const sent = body === undefined ? headers : { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return () =>
    new Promise((resolve, reject) => {
      const outgoing = request(url, { method, headers: sent, agent }, (incoming) => {
        let received = '';
        incoming
          .setEncoding('utf8')
          .on('data', (piece: string) => (received += piece))
          .on('end', () => resolve(JSON.parse(received)));
      });
      outgoing.on('error', reject).end(body);
    });
};

const rawFetch = async (): Promise<Call> => {
  if (!isPost) return async () => JSON.parse(await (await send(url, { headers })).text()) as unknown;
  return async () => {
    const init = { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(newOrganization) };
    return JSON.parse(await (await send(url, init)).text()) as unknown;
  };
};

const ways: Readonly<Record<string, () => Promise<Call>>> = {
  'raw fetch': rawFetch,
  'raw fetch, one organization': rawFetch,
  'node:http': nodeHttp,
  async 'this SDK'() {
    const client = await organizationsClient();
    const { name } = newOrganization.data.attributes;
    return isPost ? () => client.create({ name }) : () => client.list();
  },
  async 'this SDK, one organization'() {
    const client = await organizationsClient();
    return () => client.get({ organizationId: '1' }, { forceRefresh: true });
  },
  async ky() {
    const { default: ky } = await import('ky');
    const client = ky.create({ headers, ...own });
    return () => (isPost ? client.post(url, { json: newOrganization }) : client.get(url)).json();
  },
  async 'openapi-fetch'() {
    const { default: createClient } = await import('openapi-fetch');
    interface Paths {
      '/organizations': Record<
        'get' | 'post',
        { requestBody?: { content: { 'application/json': unknown } }; responses: { 200: { content: { 'application/json': unknown } } } }
      >;
    }
    const client = createClient<Paths>({ baseUrl, headers, ...own });
    return isPost ? () => client.POST('/organizations', { body: newOrganization }) : () => client.GET('/organizations');
  },
  async 'supabase-js'() {
    const { createClient } = await import('@supabase/supabase-js');
    const client = createClient(baseUrl, 'key', { global: own, auth: { persistSession: false, autoRefreshToken: false } });
    const table = () => client.from('organizations');
    return isPost ? async () => table().insert(newOrganization).select() : async () => table().select();
  },
  async stripe() {
    const { default: Stripe } = await import('stripe');
    const { protocol, hostname, port } = new URL(baseUrl);
    const client = new Stripe('key', {
      ...(origin === undefined && { httpClient: Stripe.createFetchHttpClient(stub) }),
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port,
      telemetry: false,
    });
    const { name } = newOrganization.data.attributes;
    return () => (isPost ? client.customers.create({ name }) : client.customers.list());
  },
  async 'undici.request'() {
    const undici = await import('undici');
    const init = isPost
      ? { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(newOrganization) }
      : { headers };
    const dispatcher = new undici.Agent({ connect: { rejectUnauthorized: false } });
    return async () => (await undici.request(url, { ...init, dispatcher })).body.json();
  },
  async axios() {
    const { default: axios } = await import('axios');
    const client = axios.create({ baseURL: baseUrl, headers, httpAgent: new Agent({ keepAlive: true }) });
    return async () => (await (isPost ? client.post('/organizations', newOrganization) : client.get('/organizations'))).data as unknown;
  },
  async octokit() {
    const { Octokit } = await import('@octokit/core');
    const client = new Octokit({ auth: 'token', baseUrl, request: own });
    // Octokit takes the whole body in an option named `data`.
    return () => client.request(`${method} /organizations`, isPost ? { data: newOrganization } : {});
  },
  async openai() {
    const { default: OpenAI } = await import('openai');
    const client = new OpenAI({ baseURL: baseUrl, apiKey: 'key', ...own });
    return async () => (isPost ? client.post('/organizations', { body: newOrganization }) : client.get('/organizations'));
  },
  async anthropic() {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    const client = new Anthropic({ baseURL: baseUrl, apiKey: 'key', ...own });
    return async () => (isPost ? client.post('/organizations', { body: newOrganization }) : client.get('/organizations'));
  },
};

interface ServerCounts {
  readonly requests: number;
  readonly connections: number;
}

/** Returns the counts of the loopback server. Avoids `fetch`, which would use memory. */
const countsOf = (server: string): Promise<ServerCounts> =>
  new Promise((resolve, reject) => {
    const outgoing = request(`${server}/counts`, { agent: false }, (incoming) => {
      jsonOf(incoming).then((counted) => resolve(counted as ServerCounts), reject);
    });
    outgoing.on('error', reject).end();
  });

/** Fails unless every call sent one request, and the first POST sent the expected body. The loopback server checks all bodies itself. */
const checkRequests = async (expected: number): Promise<void> => {
  if (origin !== undefined) requests = (await countsOf(origin)).requests - before.requests;
  else if (isPost && way !== 'stripe' && (await firstBody) !== JSON.stringify(newOrganization))
    throw new Error(`${way} sent another body: ${await firstBody}`);
  if (requests !== expected) throw new Error(`${way} sent ${requests} requests for ${expected} calls.`);
};

const checkResult = (result: unknown): void => {
  const shown = JSON.stringify(result);
  if (!shown.includes('Analytical Engines')) throw new Error(`${way} returned ${shown.slice(0, 200)}`);
};

const call = await pick(ways, way)();
const before: ServerCounts = origin === undefined ? { requests: 0, connections: 0 } : await countsOf(origin);
checkResult(await call());
const measurement = await measure(call, counts);
checkResult(await call());
await checkRequests(counts.warmUp + 2 * Math.ceil(counts.measured / 2) + 2);
// The two requests for the counts use connections too.
const connections = origin === undefined ? undefined : (await countsOf(origin)).connections - before.connections - 2;
report({ ...measurement, ...(connections !== undefined && { connections }) });
