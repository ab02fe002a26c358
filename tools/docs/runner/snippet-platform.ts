/** The local platform for the URLs and placeholders of snippets, in CI and in the page. */
import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform, type LocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';

/** A local platform that responds at the URLs of snippets. */
export interface SnippetPlatform {
  readonly local: LocalPlatform;
  /** Responds to requests for hosts of `example.com` and of the local platform. Rejects all others as if there were no network. */
  readonly fetch: typeof globalThis.fetch;
}

export interface SnippetPlatformOptions {
  /** The pause between two parts of a chat, in milliseconds. Default: 0. */
  readonly tokenMs?: number;
}

/** The services at the hosts of `example.com`. */
const SERVICES: Readonly<Record<string, keyof ReturnType<LocalPlatform['baseUrls']>>> = {
  auth: 'auth',
  api: 'organizations',
  analytics: 'analytics',
  memory: 'memory',
  gateway: 'gateway',
  upload: 'upload',
  search: 'search',
  converter: 'converter',
};

const API_KEY = 'your application identifier';
const UPLOAD_TOKEN = 'your upload token';
const PROJECT_KEYS = { publicKey: 'your public key', secretKey: 'your secret key' };
/** The placeholder for the last code that the platform "sent". */
const CODE = '"123456"';

/** Hosts whose pages the converter may fetch. All of them serve the sample site. */
const SITES = ['example.com', 'www.example.com', 'docs.example.com'];

const MAX_JSON_BYTES = 10_000;

type Replacements = ReadonlyMap<string, string>;

/** Creates credentials for the placeholders in snippets. Returns the replacement of each placeholder in headers. */
const makeCredentials = async (local: LocalPlatform): Promise<Replacements> => {
  const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: (input, init) => local.fetch(input, init) });
  const { email: username, password } = local.account;
  await createAuthClient(platform).login({ username, password });
  const [organization] = await createOrganizationsClient(platform).list();
  if (!organization) throw new Error('The account of the local platform has no organization.');
  const project = await createProjectsClient(platform).create({ organizationId: organization.id, name: 'Difference engine' });
  const pass = await createAgentPassesClient(platform).create({ orgId: organization.id, projectId: project.id, title: 'Nightly jobs' });
  local.seed({ analytics: [{ projectId: project.id, keys: PROJECT_KEYS, traces: 'samples' }] });
  const { access_token: memory } = await createMemoryClient(platform).users.register({ id: crypto.randomUUID(), email: username });
  return new Map([
    ['Bearer your gateway key', `Bearer ${local.gatewayKey}`],
    ['Bearer your memory token', `Bearer ${memory}`],
    ['your agent key', pass.meta?.secretKey ?? ''],
  ]);
};

/** Returns the local platform's URL for a snippet's URL. Undefined for an unknown host. */
const localAddress = (local: LocalPlatform, { hostname, pathname, search, href }: URL): string | undefined => {
  if (href.startsWith('https://platform.test/') || hostname === 'sample.localhost') return href;
  const service = hostname.endsWith('.example.com') ? SERVICES[hostname.slice(0, -'.example.com'.length)] : undefined;
  if (service === undefined) return undefined;
  const base = local.baseUrls()[service];
  const path = base.endsWith('/v1') ? pathname.replace(/^\/v1(?=\/|$)/, '') : pathname;
  return base + path + search;
};

const withReplacements = (headers: Headers, replacements: Replacements): Headers => {
  const replaced = new Headers(headers);
  for (const [name, value] of headers) {
    const credential = replacements.get(value);
    if (credential !== undefined) replaced.set(name, credential);
  }
  return replaced;
};

/** Replaces the placeholder in a body with the last code of the inbox. Other bodies are not changed. */
const withCode = ({ inbox }: LocalPlatform, body: ArrayBuffer): BodyInit => {
  const code = inbox.all.findLast((message) => message.code !== undefined)?.code;
  if (code === undefined || body.byteLength > MAX_JSON_BYTES) return body;
  const text = new TextDecoder().decode(body);
  return text.includes(CODE) ? text.replace(CODE, JSON.stringify(code)) : body;
};

/** Creates a local platform with an organization, a project, an agent pass and a memory user, and the `fetch` that leads to it. */
export const createSnippetPlatform = async ({ tokenMs = 0 }: SnippetPlatformOptions = {}): Promise<SnippetPlatform> => {
  const local = createLocalPlatform({
    apiKey: API_KEY,
    gateway: { tokenMs },
    upload: { tokens: [UPLOAD_TOKEN] },
    converter: {
      allowedHosts: SITES,
      fetch: (input) => local.fetch(local.sampleSite.replace(/\/$/, '') + new URL(input instanceof Request ? input.url : input).pathname),
    },
  });
  const replacements = await makeCredentials(local);
  return {
    local,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const address = localAddress(local, new URL(request.url));
      if (address === undefined)
        throw new TypeError(`fetch failed: snippets reach no other hosts than those of example.com: ${request.url}`);
      const { method, signal } = request;
      const body = method === 'GET' || method === 'HEAD' ? null : withCode(local, await request.arrayBuffer());
      const headers = withReplacements(request.headers, replacements);
      return local.fetch(new Request(address, { method, headers, body, signal }));
    },
  };
};
