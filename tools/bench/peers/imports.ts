/** CPU time of a whole process that imports packages. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cpuTime, peak, report, settings } from './case.ts';

interface ImportCase {
  readonly modules: readonly string[];
  /** The origin of a server. If set, the first call is measured too. */
  readonly firstCall?: string;
  /** The folder of Node's cache of compiled code. */
  readonly cache?: string;
  /** The folder of bundles, each with all modules in one file. */
  readonly bundles?: string;
  readonly way: string;
}

const { modules, firstCall, cache, bundles, way } = settings<ImportCase>();

if (cache !== undefined) enableCompileCache(cache);
if (bundles === undefined) for (const name of modules) await import(name);
else if (modules.length > 0) await import(pathToFileURL(join(bundles, `${encodeURIComponent(way)}.mjs`)).href);
if (firstCall !== undefined) await callOnce(firstCall);
report({ cpu: cpuTime(), peak: peak() });

async function callOnce(origin: string): Promise<void> {
  const baseUrl = `${origin}/v1`;
  if (modules.length === 0) await (await fetch(`${baseUrl}/organizations`, { headers: { Authorization: 'Bearer token' } })).json();
  if (modules.includes('@platform-sdk/organizations')) {
    const { createOrganizationsClient } = await import('@platform-sdk/organizations');
    await createOrganizationsClient({ baseUrl, apiKey: 'key', accessToken: 'token' }).list();
  }
  if (modules.includes('openapi-fetch')) {
    const { default: createClient } = await import('openapi-fetch');
    await createClient<Record<'/organizations', { get: { responses: { 200: { content: { 'application/json': unknown } } } } }>>({
      baseUrl,
    }).GET('/organizations');
  }
  if (modules.includes('@octokit/core')) {
    const { Octokit } = await import('@octokit/core');
    await new Octokit({ auth: 'token', baseUrl }).request('GET /organizations');
  }
  if (modules.includes('@supabase/supabase-js')) {
    const { createClient } = await import('@supabase/supabase-js');
    await createClient(baseUrl, 'key', { auth: { persistSession: false, autoRefreshToken: false } })
      .from('organizations')
      .select();
  }
  if (modules.includes('stripe')) {
    const { default: Stripe } = await import('stripe');
    const { hostname, port } = new URL(origin);
    await new Stripe('key', { protocol: 'http', host: hostname, port, telemetry: false }).customers.list();
  }
  if (modules.includes('openai')) {
    const { default: OpenAI } = await import('openai');
    await new OpenAI({ baseURL: baseUrl, apiKey: 'key' }).get('/organizations');
  }
  if (modules.includes('@anthropic-ai/sdk')) {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    await new Anthropic({ baseURL: baseUrl, apiKey: 'key' }).get('/organizations');
  }
}
