import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDoctor, type Check, type DoctorOptions } from '@platform-sdk/cli';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { listen } from '../drift/listen.ts';
import { startHealthy, type Healthy } from './healthy.ts';
import { startSelfSigned, startServer, startSocket } from './servers.ts';

type Variables = Readonly<Record<string, string>>;
type Change = Partial<Omit<DoctorOptions, 'variables'>> & { readonly set?: Variables; readonly unset?: readonly string[] };

/** A broken environment: the change that breaks it, and patterns of the expected problems and warnings, in order. */
interface Row {
  readonly broken: string;
  readonly change: (healthy: Healthy) => Change | Promise<Change>;
  readonly said: readonly (string | RegExp)[];
}

const PAGE = 'https://app.example.com';
let healthy: Healthy;

beforeAll(async () => {
  healthy = await startHealthy();
});

const auth = (value: string): Change => ({ set: { PLATFORM_AUTH_URL: value } });

/** Serves the platform, with the responses that `alter` returns. If `alter` returns undefined, the response does not change. */
const altered = ({ local }: Healthy, alter: (request: Request, response: Response) => Response | undefined): Promise<string> =>
  listen(async (request) => {
    const response = await local.fetch(request.clone());
    return alter(request, response) ?? response;
  });

const at = ({ local }: Healthy, origin: string, ...bases: string[]): Variables =>
  Object.fromEntries(
    Object.entries(local.baseUrls(origin)).flatMap(([base, url]) =>
      bases.includes(base) ? [[`PLATFORM_${base.toUpperCase()}_URL`, url]] : [],
    ),
  );

/** Returns a change to a service that responds to preflights with these headers. */
const withPreflight =
  (headers: Variables, status = 204) =>
  async (environment: Healthy): Promise<Change> => {
    const origin = await altered(environment, ({ method }) => (method === 'OPTIONS' ? new Response(null, { status, headers }) : undefined));
    const others = Object.keys(environment.variables).filter((name) => name.endsWith('_URL') && name !== 'PLATFORM_ORGANIZATIONS_URL');
    return { set: at(environment, origin, 'organizations'), unset: others, origin: PAGE };
  };

const ALLOWED = {
  'access-control-allow-origin': PAGE,
  'access-control-allow-headers': 'Api-Key, Authorization, Content-Type, X-Trace-ID',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
};

const jwt = (claims: object): string =>
  [{ alg: 'HS256' }, claims, 'signature'].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

/** Creates the folder of a program. `packages` contains the versions of its packages, by their paths in `node_modules`. */
const folderWith = async (packages: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [place, version] of Object.entries(packages)) {
    const path = join(folder, 'node_modules', place);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'package.json'), JSON.stringify({ name: place.split('node_modules/').at(-1), version }));
  }
  return folder;
};

const rows: readonly Row[] = [
  // Variables.
  {
    broken: 'a missing Api-Key',
    change: () => ({ unset: ['PLATFORM_API_KEY'] }),
    said: ['problem Api-Key: not set', /account: no session/],
  },
  {
    broken: 'a misspelt variable',
    change: () => ({ set: { PLATFORM_ORGANISATIONS_URL: 'https://api.example.com/v1' } }),
    said: [/warning PLATFORM_ORGANISATIONS_URL: nothing reads it. Rename it to PLATFORM_ORGANIZATIONS_URL/],
  },
  {
    broken: 'a user name without a password',
    change: () => ({ unset: ['PLATFORM_PASSWORD'] }),
    said: [/PLATFORM_USERNAME: not set. Set PLATFORM_PASSWORD too/],
  },
  {
    broken: 'a key in quotes',
    change: ({ local }) => ({ set: { PLATFORM_GATEWAY_KEY: `"${local.gatewayKey}"` } }),
    said: [/PLATFORM_GATEWAY_KEY: it is in quotes/, /PLATFORM_GATEWAY_KEY: .*rejected/],
  },
  {
    broken: 'a token with the word Bearer',
    change: () => ({ set: { PLATFORM_UPLOAD_TOKEN: 'Bearer secret-of-uploads' } }),
    said: [/PLATFORM_UPLOAD_TOKEN: it begins with the name of a scheme/, /PLATFORM_UPLOAD_TOKEN: .*rejected/],
  },
  {
    broken: 'a placeholder',
    change: () => ({ set: { PLATFORM_UPLOAD_TOKEN: '<token>' } }),
    said: [/PLATFORM_UPLOAD_TOKEN: it looks like a placeholder/, /rejected/],
  },
  {
    broken: 'exchanged project keys',
    change: ({ local: { projectKeys } }) => ({
      set: { PLATFORM_PROJECT_PUBLIC_KEY: projectKeys.secretKey, PLATFORM_PROJECT_SECRET_KEY: projectKeys.publicKey },
    }),
    said: [/project keys: the public key and the secret key are exchanged/, /project keys: .*rejected with 401/],
  },
  // Addresses.
  {
    broken: 'a URL without a scheme',
    change: () => auth('auth.example.com/v1'),
    said: [/auth address: it is no URL. Begin it with https/],
  },
  {
    broken: 'http to another machine',
    change: () => auth('http://auth.example.com/v1'),
    said: [/auth address: it is http, and not of this machine/],
  },
  {
    broken: 'a URL without a version',
    change: ({ variables }) => auth(String(variables['PLATFORM_AUTH_URL']).replace('/v1', '')),
    said: [/auth address: it has no version at its end/],
  },
  {
    broken: 'a URL with a surplus version',
    change: ({ variables }) => ({ set: { PLATFORM_MEMORY_URL: `${variables['PLATFORM_MEMORY_URL']}/v1` } }),
    said: [/memory address: it ends in \/v1, which the paths of the service bring along/],
  },
  {
    broken: 'a password in a URL',
    change: () => auth('https://ada:pass-in-address@auth.example.com/v1'),
    said: [/auth address: it holds a name or a password/],
  },
  {
    broken: 'a query in a URL',
    change: () => auth('https://auth.example.com/v1?key=query-secret'),
    said: [/auth address: it has a query/],
  },
  // Connections.
  {
    broken: 'a host name that cannot be resolved',
    change: () => auth('https://auth.invalid/v1'),
    said: [/auth address: the host name has no address \((?:ENOTFOUND|EAI_AGAIN)\)/],
  },
  {
    broken: 'a port without a server',
    change: () => auth('http://127.0.0.1:1/v1'),
    said: [/auth address: nothing listens there \(ECONNREFUSED\)/],
  },
  {
    broken: 'a service that never responds',
    change: async () => ({ ...auth(`${await startSocket()}/v1`), timeoutMs: 1000 }),
    said: [/auth address: no response in time/],
  },
  {
    broken: 'a protocol other than HTTP',
    change: async () => auth(`${await startSocket('220 mail.example.com ESMTP\r\n')}/v1`),
    said: [/auth address: it does not speak HTTP/],
  },
  {
    broken: 'https on an http port',
    change: async () => auth(`${(await startServer((_, response) => response.end())).replace('http:', 'https:')}/v1`),
    said: [/auth address: it does not speak TLS/],
  },
  {
    broken: 'a certificate of an unknown authority',
    change: async () => auth(`${await startSelfSigned()}/v1`),
    said: [/auth address: its certificate is of an unknown authority .*NODE_EXTRA_CA_CERTS/],
  },
  // Responses.
  {
    broken: 'a redirect to a login',
    change: async () =>
      auth(
        `${await startServer((_, response) => response.writeHead(302, { location: 'https://login.example.com/?state=redirect-secret' }).end())}/v1`,
      ),
    said: [/auth address: 302, a redirect to https:\/\/login.example.com\. Use the address of the service/],
  },
  {
    broken: 'the URL of a web page',
    change: async () =>
      auth(
        `${await startServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>'))}/v1`,
      ),
    said: [/auth address: 200, an HTML page/],
  },
  {
    broken: 'a wrong path',
    change: ({ variables }) => auth(`${variables['PLATFORM_AUTH_URL']}`.replace('/v1', '/api/v1')),
    said: [/auth address: 404: the service is not at this path/],
  },
  {
    broken: 'the URL of another service',
    change: ({ variables }) => ({ set: { PLATFORM_MEMORY_URL: String(variables['PLATFORM_UPLOAD_URL']) } }),
    said: [/memory address: 404/],
  },
  {
    broken: 'a proxy without a service',
    change: async () => auth(`${await startServer((_, response) => response.writeHead(502).end('{}'))}/v1`),
    said: [/auth address: 502: the service or a proxy in front of it fails/],
  },
  {
    broken: 'a wrong clock',
    change: () => ({ now: () => Date.now() + 600_000 }),
    said: [/clock: this machine is 60\d s ahead/],
  },
  {
    broken: 'a memory service that is not ready',
    change: async (environment) => {
      const origin = await altered(environment, ({ url }) =>
        url.endsWith('/ready') ? Response.json({ ready: false, message: 'words of a server' }, { status: 503 }) : undefined,
      );
      return { set: at(environment, origin, 'memory') };
    },
    said: [/memory.ready: 503, not ready/],
  },
  {
    broken: 'an unhealthy part of the memory service',
    change: async (environment) => {
      const origin = await altered(environment, ({ url }) => (url.endsWith('/live') ? Response.json({ status: 'unhealthy' }) : undefined));
      return { set: at(environment, origin, 'memory') };
    },
    said: [/memory.live: 200, unhealthy/],
  },
  // Credentials.
  {
    broken: 'the Api-Key of another environment',
    change: () => ({ set: { PLATFORM_API_KEY: 'wrong-api-key' } }),
    said: [/Api-Key: set; rejected with 40[13]/, /account: rejected with 40[13]/],
  },
  {
    broken: 'a wrong password',
    change: () => ({ set: { PLATFORM_PASSWORD: 'wrong-password' } }),
    said: [/account: rejected with 401. Check PLATFORM_USERNAME/],
  },
  {
    broken: 'a revoked memory token',
    change: () => ({ set: { PLATFORM_MEMORY_TOKEN: 'revoked-memory-token' } }),
    said: [/PLATFORM_MEMORY_TOKEN: an opaque token of 20 characters; rejected with 401/],
  },
  {
    broken: 'an expired token',
    change: () => ({ set: { PLATFORM_MEMORY_TOKEN: jwt({ exp: Math.floor(Date.now() / 1000) - 7300 }) } }),
    said: [/PLATFORM_MEMORY_TOKEN: a JWT that ended 2 hours ago. Make a new one/],
  },
  {
    broken: 'an unknown gateway key',
    change: () => ({ set: { PLATFORM_GATEWAY_KEY: 'wrong-gateway-key' } }),
    said: [/PLATFORM_GATEWAY_KEY: .*rejected with 401/],
  },
  {
    broken: 'unknown project keys',
    change: () => ({ set: { PLATFORM_PROJECT_SECRET_KEY: 'sk-lf-wrong' } }),
    said: [/project keys: a key pair; rejected with 401/],
  },
  {
    broken: 'a replaced agent key',
    change: () => ({ set: { PLATFORM_AGENT_USER_ID: 'agent-of-nobody', PLATFORM_AGENT_SECRET_TOKEN: 'old-agent-secret' } }),
    said: [/agent pair: a pair; rejected with 403. Rotate the key/],
  },
  // Pages.
  { broken: 'missing CORS headers', change: withPreflight({}), said: [/organizations CORS: no Access-Control-Allow-Origin/] },
  {
    broken: 'CORS for another origin',
    change: withPreflight({ ...ALLOWED, 'access-control-allow-origin': 'https://www.example.com' }),
    said: [/organizations CORS: another origin is allowed/],
  },
  {
    broken: 'CORS without the Api-Key',
    change: withPreflight({ ...ALLOWED, 'access-control-allow-headers': 'Authorization, Content-Type' }),
    said: [/organizations CORS: the headers api-key, x-trace-id are not allowed/],
  },
  {
    broken: 'CORS with a star for Authorization',
    change: withPreflight({ ...ALLOWED, 'access-control-allow-headers': '*' }),
    said: [/organizations CORS: the headers authorization are not allowed/],
  },
  {
    broken: 'CORS without PATCH',
    change: withPreflight({ ...ALLOWED, 'access-control-allow-methods': 'GET, POST, PUT, DELETE' }),
    said: [/organizations CORS: the method PATCH is not allowed/],
  },
  { broken: 'a preflight that requires credentials', change: withPreflight({}, 401), said: [/organizations CORS: 401 to the preflight/] },
  // The machine.
  { broken: 'an old Node version', change: () => ({ nodeVersion: '20.20.2' }), said: [/problem Node: older than 22.18/] },
  {
    broken: 'a short-lived Node version',
    change: () => ({ nodeVersion: '25.1.0' }),
    said: [/warning Node: a version that is not maintained for long/],
  },
  {
    broken: 'unchecked certificates',
    change: () => ({ set: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } }),
    said: [/NODE_TLS_REJECT_UNAUTHORIZED: 0: certificates are not checked/],
  },
  {
    broken: 'a missing file of certificate authorities',
    change: () => ({ set: { NODE_EXTRA_CA_CERTS: '/no/such/file.pem' } }),
    said: [/NODE_EXTRA_CA_CERTS: there is none/],
  },
  {
    broken: 'an unused proxy',
    change: () => ({ set: { HTTPS_PROXY: 'http://ada:proxy-secret@proxy.example.com:3128' } }),
    said: [/HTTPS_PROXY: the clients do not use the proxy at proxy.example.com:3128/],
  },
  {
    broken: 'two versions of core',
    change: async () => ({
      directory: await folderWith({
        '@platform-sdk/core': '1.0.0',
        '@platform-sdk/auth': '1.0.0',
        'other/node_modules/@platform-sdk/core': '2.0.0',
      }),
    }),
    said: [/problem packages: 2 copies of @platform-sdk\/core, of 1.0.0 and 2.0.0/],
  },
  {
    broken: 'two copies of one version',
    change: async () => ({
      directory: await folderWith({ '@platform-sdk/core': '1.0.0', 'other/node_modules/@platform-sdk/core': '1.0.0' }),
    }),
    said: [/warning packages: 2 copies of @platform-sdk\/core, of 1.0.0/],
  },
  {
    broken: 'packages of several versions',
    change: async () => ({ directory: await folderWith({ '@platform-sdk/core': '1.0.0', '@platform-sdk/auth': '1.1.0' }) }),
    said: [/warning packages: 2 packages of 1.0.0 and 1.1.0/],
  },
];

/** Strings that the report must not contain. */
const SECRETS = [
  'secret-of-uploads',
  'pass-in-address',
  'query-secret',
  'redirect-secret',
  'wrong-api-key',
  'wrong-password',
  'revoked-memory-token',
  'wrong-gateway-key',
  'sk-lf-wrong',
  'old-agent-secret',
  'proxy-secret',
  'words of a server',
  'eyJ',
];

const lineOf = ({ state, name, came, advice }: Check): string => `${state} ${name}: ${came}${advice === undefined ? '' : `. ${advice}`}`;

const examine = async (change: Change): Promise<Check[]> => {
  const { set = {}, unset = [], ...options } = change;
  const variables = Object.fromEntries(
    Object.entries({ ...healthy.variables, ...set }).filter(([name]) => !unset.includes(name) || name in set),
  );
  // A busy machine needs more than the default of 10 seconds.
  return runDoctor({ variables, timeoutMs: 20_000, ...options });
};

it('the doctor reports no problem for a healthy environment', async () => {
  const checks = await examine({ origin: 'http://localhost:3000' });
  expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(checks.length).toBeGreaterThan(25);
});

it('the doctor lists the credentials that it does not check', async () => {
  const checks = await examine({ unset: ['PLATFORM_MEMORY_TOKEN', 'PLATFORM_GATEWAY_KEY', 'PLATFORM_GATEWAY_URL'] });
  const lines = checks.filter(({ state }) => state === 'skipped').map(({ name, tried }) => `${name}: ${tried}`);
  expect(lines).toContain('credentials: PLATFORM_MEMORY_TOKEN');
});

it.each(rows)('the doctor explains the problem: $broken', async ({ change, said }) => {
  const checks = await examine(await change(healthy));
  const lines = checks.filter(({ state }) => state === 'problem' || state === 'warning').map(lineOf);

  expect(lines.length).toBe(said.length);
  for (const [index, words] of said.entries()) expect(lines[index]).toMatch(words);
  const printed = JSON.stringify(checks);
  const { local, variables } = healthy;
  const own = [
    local.apiKey,
    local.gatewayKey,
    local.projectKeys.secretKey,
    variables['PLATFORM_PASSWORD'],
    variables['PLATFORM_MEMORY_TOKEN'],
  ];
  for (const secret of [...SECRETS, ...own]) expect(printed).not.toContain(secret);
});

it('platform-sdk doctor accepts a timeout beyond the maximum of timers', async () => {
  const checks = await examine({ timeoutMs: 3_000_000_000 });
  expect(checks.filter(({ came }) => came.includes('no response'))).toEqual([]);
});
