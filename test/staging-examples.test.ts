import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createAuthClient } from '@platform-sdk/auth';
import { variables } from '@platform-sdk/cli';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform, serve, type LocalPlatform, type LocalServer } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createSettingsClient } from '@platform-sdk/settings';
import { longCount } from '@platform-sdk/test-helpers';
import { createWalletsClient } from '@platform-sdk/wallets';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.ts';
import { startReverseProxy, type ReverseProxy } from './reverse-proxy.ts';

let local: LocalPlatform;
let server: LocalServer;
let proxy: ReverseProxy;
let folder: string;
let memoryToken: string;

beforeEach(async () => {
  local = createLocalPlatform();
  server = await serve(local);
  proxy = await startReverseProxy(server.origin, '/staging/eu');
  folder = await mkdtemp(join(tmpdir(), 'staging-'));
  const memory = createMemoryClient({ baseUrl: server.baseUrls.memory });
  ({ access_token: memoryToken } = await memory.users.register({ id: randomUUID(), email: 'ada@example.com' }));
});
afterEach(async () => {
  await proxy.close();
  await server.close();
  await rm(folder, { recursive: true });
});

/** The values of an environment, by the names in `.env.example`. */
const valuesOf = (): Record<string, string> => ({
  PLATFORM_API_KEY: local.apiKey,
  ...Object.fromEntries(Object.entries(local.baseUrls(proxy.origin)).map(([base, url]) => [`PLATFORM_${base.toUpperCase()}_URL`, url])),
  PLATFORM_USERNAME: local.account.email,
  PLATFORM_PASSWORD: local.account.password,
  PLATFORM_EMAIL: 'ada+{name}@example.org',
  PLATFORM_MEMORY_TOKEN: memoryToken,
  PLATFORM_GATEWAY_KEY: local.gatewayKey,
  PLATFORM_SITE: local.sampleSite,
  PLATFORM_MAY_EMPTY_WALLETS: 'yes',
});

/** Fills in the lines of `.env.example`, and nothing else. */
const envFile = async (values: Readonly<Record<string, string>>): Promise<string> => {
  const example = await readFile(join(root, '.env.example'), 'utf8');
  const text = example.replaceAll(/^(PLATFORM_\w+)=$/gm, (line, name: string) =>
    values[name] === undefined ? line : `${name}="${values[name]}"`,
  );
  const file = join(folder, '.env');
  await writeFile(file, text);
  return file;
};

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the examples, and types the requested codes, or closes their standard input. */
const run = (args: readonly string[], { isClosed = false, stopAt }: { isClosed?: boolean; stopAt?: string } = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PLATFORM_'));
    const env = { ...Object.fromEntries(own), NODE_EXTRA_CA_CERTS: proxy.certificate };
    const child = spawn(process.execPath, ['-C', '@platform-sdk/source', programAt(join(root, 'examples/run.ts')), '--', ...args], { env });
    let [stdout, stderr] = ['', ''];
    let answered = 0;
    if (isClosed) child.stdin.end();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      // A second signal would end the process at once.
      if (stopAt !== undefined && !child.killed && stdout.includes(stopAt)) child.kill('SIGINT');
      const questions = [...stdout.matchAll(/The code sent to (\S+): /g)];
      if (isClosed) return;
      for (const [, address = ''] of questions.slice(answered)) {
        const message = local.inbox.latest(address);
        child.stdin.write(`${message?.code ?? message?.token}\n`);
      }
      answered = questions.length;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });

/** Everything that examples could leave behind, without accounts: the API has no operation that removes one. */
const stateOf = async () => {
  const memory = createMemoryClient({ baseUrl: server.baseUrls.memory, token: memoryToken });
  const platform = createPlatform({ apiKey: local.apiKey, baseUrls: server.baseUrls });
  await createAuthClient(platform).login({ username: local.account.email, password: local.account.password });
  const organizations = createOrganizationsClient(platform);
  const wallets = createWalletsClient(platform);
  const [{ id: organizationId } = { id: '' }] = await organizations.list();
  const { theme, language } = await createSettingsClient(platform).get({ client: 'sdk-example' });
  const names = (list: readonly { readonly name?: string; readonly email?: string; readonly id: string }[]): string[] =>
    list.map(({ name, email, id }) => name ?? email ?? id);
  const sessions = await memory.sessions.list().toArray({ limit: 10 });
  // A session is cleared: no operation removes it.
  const messages = await Promise.all(sessions.map(async ({ session_id }) => (await memory.sessions.history({ session_id })).messages));
  return {
    organizations: names(await organizations.list()),
    members: names(await organizations.members.list({ organizationId })),
    invitations: names(await organizations.invitations.list({ organizationId })),
    projects: names(await createProjectsClient(platform).list({ organizationId })),
    apiKeys: names(await organizations.apiKeys.list({ organizationId })),
    llmApiKeys: names(await organizations.llmApiKeys.list({ organizationId })),
    agentPasses: names(await organizations.agentPasses.list({ organizationId })),
    transfers: (await wallets.transfers.pending()).length,
    credits: (await wallets.list()).reduce((sum, { balance }) => sum + balance, 0),
    settings: { theme, language },
    messages: messages.flat().length,
    memories: (await memory.memories.list().toArray({ limit: 10 })).length,
  };
};

describe('the examples on staging', { timeout: 60_000 }, () => {
  it('run behind TLS and a path prefix with the variables of .env.example, and leave nothing behind', async () => {
    const before = await stateOf();
    const { code, stdout, stderr } = await run(['--env-file', await envFile(valuesOf())]);

    expect(stderr).toBe('');
    expect(stdout).toMatch(/\n12 of 12 examples ran, 0 skipped, 0 failed\.\n$/);
    expect(code).toBe(0);
    expect(proxy.requests()).toBeGreaterThan(100);
    const after = await stateOf();
    // The gateway and the search cost credits.
    expect(before.credits - after.credits).toBeLessThan(2);
    expect({ ...after, credits: 0 }).toEqual({ ...before, credits: 0 });
  });

  const failing = [
    ['projects', { operation: 'projects.access.deny', status: 500, times: 9 }],
    ['sign-in', { operation: 'organizations.members.updateRole', status: 500, times: 9 }],
    ['agent-passes', { operation: 'agentPasses.revoke', status: 500, times: 9 }],
    ['budget', { operation: 'gateway.chat', status: 500, times: 9 }],
    ['wallets', { operation: 'wallets.transfers.accept', status: 500, times: 9 }],
    ['memory', { operation: 'memory.profile.extract', status: 500, times: 9 }],
  ] as const;
  it.each(failing.slice(0, longCount(3, failing.length)))('leave nothing behind when %s fails', async (name, fault) => {
    const before = await stateOf();
    local.faults.add(fault);
    const { code, stdout } = await run(['--env-file', await envFile(valuesOf()), name]);

    expect(stdout).toContain(`0 of 1 examples ran, 0 skipped, 1 failed (${name}).`);
    expect(stdout).not.toContain('Left behind');
    expect(code).toBe(1);
    const after = await stateOf();
    expect({ ...after, credits: 0 }).toEqual({ ...before, credits: 0 });
    expect(before.credits - after.credits).toBeLessThan(1);
  });

  it('leave nothing behind when they are stopped', async () => {
    const before = await stateOf();
    const { code, stdout } = await run(['--env-file', await envFile(valuesOf()), 'projects', 'memory'], { stopAt: 'API key CI' });

    expect(stdout).toContain('0 of 1 examples ran, 0 skipped, 1 failed (projects).');
    expect(code).toBe(1);
    expect(await stateOf()).toEqual(before);
  });

  it('write nothing with --read-only', async () => {
    const start = local.requestLog.length;
    const { code, stdout } = await run(['--read-only', '--env-file', await envFile(valuesOf())]);

    const written = local.requestLog.slice(start).filter(({ method }) => method !== 'GET');
    expect(new Set(written.map(({ operation }) => operation))).toEqual(new Set(['auth.login', 'auth.refresh']));
    expect(stdout).toContain('2 of 12 examples ran, 10 skipped (wallets, ');
    expect(code).toBe(0);
  });

  it('name the missing variable of an example, and count it as skipped', async () => {
    const { PLATFORM_API_KEY = '', PLATFORM_AUTH_URL = '', PLATFORM_SEARCH_URL = '' } = valuesOf();
    const { code, stdout } = await run(['--env-file', await envFile({ PLATFORM_API_KEY, PLATFORM_AUTH_URL, PLATFORM_SEARCH_URL })]);

    expect(stdout).toContain('  skipped: it needs an account: set PLATFORM_USERNAME and PLATFORM_PASSWORD\n');
    expect(stdout).toContain('  skipped: it needs a token of the memory service: set PLATFORM_MEMORY_TOKEN\n');
    expect(stdout).toMatch(/\n1 of 12 examples ran, 11 skipped \(.*\), 0 failed\.\n$/);
    expect(code).toBe(0);
  });

  it('report that the standard input is closed', async () => {
    const { code, stderr } = await run(['--env-file', await envFile(valuesOf()), 'projects'], { isClosed: true });
    expect(stderr).toContain('failed: The standard input is closed, so no code can be typed.');
    expect(code).toBe(1);
  });

  it('name in .env.example every variable that the tool reads', async () => {
    const named = Object.keys(parseEnv(await readFile(join(root, '.env.example'), 'utf8')));
    expect(named.toSorted()).toEqual(variables.map(({ name }) => name).toSorted());
  });

  it.each([
    [['--env-file', 'missing.env'], 'The file missing.env could not be read.'],
    [['--surplus'], "Unknown option '--surplus'"],
  ])('exit with 2 for %j', async (args, message) => {
    const { code, stderr } = await run(args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
