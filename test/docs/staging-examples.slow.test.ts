import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { variables } from '@platform-sdk/cli';
import { createLocalPlatform, serve, type LocalPlatform, type LocalServer } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { longCount } from '@platform-sdk/test-helpers';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '@platform-sdk/build/workspace';
import { startReverseProxy, type ReverseProxy } from '../helpers/reverse-proxy.ts';
import { serviceMethods } from '../helpers/service-methods.ts';

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

/** Returns the values of a staging environment, by their names in `.env.example`. */
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

/** Writes a copy of `.env.example` with these values. Other lines stay unchanged. */
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

/** Runs the examples and types the codes that they request. `isClosed` closes standard input, and `stopAt` interrupts at this output. */
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
      // A second signal would end the process immediately.
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

type Leaves = ReadonlyMap<string, unknown>;

/** Returns every value that the local platform stores, by its path. */
const stateOf = (): Leaves => {
  const leaves = new Map<string, unknown>();
  const add = (value: unknown, path: string): void => {
    const isList = value instanceof Map || value instanceof Set;
    if (isList) for (const [key, each] of value.entries()) add(each, `${path}/${typeof key === 'string' ? key : JSON.stringify(key)}`);
    else if (typeof value === 'object' && value !== null) for (const [key, each] of Object.entries(value)) add(each, `${path}/${key}`);
    else leaves.set(path, value);
  };
  add(local.internals.capture().state.world.stores, '');
  return leaves;
};

/** Paths of records that examples may leave behind, with the entry in docs/guides/staging.md that gives the reason. */
const LEFT: readonly (readonly [paths: RegExp, entry: string])[] = [
  [/^\/accounts\/(accounts\/[^/]+|byUsername\/ada\+sdk-grace@example\.org)\//, 'the second account'],
  [/^\/wallets\/[^/]+\//, 'the second account'],
  [/^\/ledger\//, 'transactions and closed transfers'],
  [/^\/transfers\//, 'transactions and closed transfers'],
  [/^\/agent-activity\//, 'the activity of an agent'],
  [/^\/memory\/sessions\/[^/]+\/(id|userId|app_id|title|created_at|updated_at)$/, 'cleared sessions of the memory service'],
  [/^\/memory\/profiles\/.*\/updated_at$/, 'cleared sessions of the memory service'],
  [/^\/memory\/tokens\/[^/]+\/last_used_at$/, 'times of last use'],
  [/^\/settings\//, 'settings of the client `sdk-example`'],
  [/^\/(converted-pages|converter-jobs)\//, 'converted pages'],
  [/^\/projects\/(removed\/|lastId$)/, 'counts'],
  [/^\/(call-counts|converter-calls)\//, 'counts'],
  [/^\/sessions\/(accessTokens|refreshTokens|pruneAt)/, 'ended sessions'],
];

const creditsIn = (state: Leaves): number =>
  [...state].reduce((sum, [path, value]) => (/^\/wallets\/.*\/holdings\/CREDITS$/.test(path) ? sum + Number(value) / 1_000_000 : sum), 0);

/** Compares the state with an earlier state. Returns the paths of records that were left behind without a reason. */
const leftSince = (before: Leaves): string[] => {
  const after = stateOf();
  const changed = [...after].filter(([path, value]) => before.get(path) !== value);
  const missing = [...before.keys()].filter((path) => !after.has(path));
  const alive = changed.filter(([path, value]) => path.endsWith('/session/ended') && value !== true);
  const known = changed.filter(([path]) => LEFT.some(([paths]) => paths.test(path)));
  return [...missing, ...alive.map(([path]) => path), ...changed.filter((each) => !known.includes(each)).map(([path]) => path)];
};

/** The operations of all contracts, by their names in the request log. */
const operations = new Map(serviceMethods.map(({ name, operation }) => [name.replace('agent-passes', 'agentPasses'), operation]));

describe('examples on staging', { timeout: 60_000 }, () => {
  it('examples on staging run with TLS, a path prefix and the variables of .env.example, and remove their records', async () => {
    const before = stateOf();
    const { code, stdout, stderr } = await run(['--env-file', await envFile(valuesOf())]);

    expect(stderr).toBe('');
    expect(stdout).toMatch(/\n12 of 12 examples ran, 0 skipped, 0 failed\.\n$/);
    expect(code).toBe(0);
    expect(proxy.requests()).toBeGreaterThan(100);
    expect(leftSince(before)).toEqual([]);
    // Chats and searches cost credits.
    expect(creditsIn(before) - creditsIn(stateOf())).toBeLessThan(2);
  });

  const failing = [
    ['projects', { operation: 'projects.access.deny', status: 500, times: 9 }],
    ['sign-in', { operation: 'organizations.members.updateRole', status: 500, times: 9 }],
    ['agent-passes', { operation: 'agentPasses.revoke', status: 500, times: 9 }],
    ['budget', { operation: 'gateway.chat', status: 500, times: 9 }],
    ['wallets', { operation: 'wallets.transfers.accept', status: 500, times: 9 }],
    ['memory', { operation: 'memory.profile.extract', status: 500, times: 9 }],
  ] as const;
  it.each(failing.slice(0, longCount(3, failing.length)))('examples on staging remove their records if %s fails', async (name, fault) => {
    const before = stateOf();
    local.faults.add(fault);
    const { code, stdout } = await run(['--env-file', await envFile(valuesOf()), name]);

    expect(stdout).toContain(`0 of 1 examples ran, 0 skipped, 1 failed (${name}).`);
    expect(stdout).not.toContain('Left behind');
    expect(code).toBe(1);
    expect(leftSince(before)).toEqual([]);
    expect(creditsIn(before) - creditsIn(stateOf())).toBeLessThan(1);
  });

  it('examples on staging remove their records if they are stopped', async () => {
    const before = stateOf();
    const { code, stdout } = await run(['--env-file', await envFile(valuesOf()), 'projects', 'memory'], { stopAt: 'API key CI' });

    expect(stdout).toContain('0 of 1 examples ran, 0 skipped, 1 failed (projects).');
    expect(code).toBe(1);
    expect(leftSince(before)).toEqual([]);
  });

  it('the guide lists every record that examples on staging leave behind', async () => {
    const guide = await readFile(join(root, 'docs/guides/staging.md'), 'utf8');
    for (const [, entry] of LEFT) expect(guide.toLowerCase()).toContain(entry.toLowerCase());
  });

  it('examples on staging write nothing with --read-only, and every example that can only read runs', async () => {
    const before = stateOf();
    const start = local.requestLog.length;
    const { code, stdout } = await run(['--read-only', '--env-file', await envFile(valuesOf())]);

    expect(stdout).toContain('\n10 of 12 examples ran, 2 skipped (upload, search), 0 failed.\n');
    expect(stdout).toContain('skipped: every call of its service writes or is billed');
    expect(code).toBe(0);
    // Signing in and out are the only requests that the contracts do not mark as safe reads.
    const sent = new Set(local.requestLog.slice(start).map(({ operation }) => operation ?? 'unknown'));
    const isReading = (name: string): boolean => {
      const operation = operations.get(name);
      return operation?.method === 'GET' && operation.retry === 'safe' && operation.billed === undefined;
    };
    expect([...sent].filter((name) => !isReading(name)).toSorted()).toEqual(['auth.login', 'auth.logout']);
    expect(leftSince(before)).toEqual([]);
    // The local platform counts calls, and creates the settings of a client when a client reads them.
    const changed = [...stateOf()].filter(([path, value]) => before.get(path) !== value).map(([path]) => String(path.split('/')[1]));
    expect([...new Set(changed)].toSorted()).toEqual(['call-counts', 'converter-calls', 'memory', 'sessions', 'settings']);
  });

  it('examples on staging name the missing variable of a skipped example', async () => {
    const { PLATFORM_API_KEY = '', PLATFORM_AUTH_URL = '', PLATFORM_SEARCH_URL = '' } = valuesOf();
    const { code, stdout } = await run(['--env-file', await envFile({ PLATFORM_API_KEY, PLATFORM_AUTH_URL, PLATFORM_SEARCH_URL })]);

    expect(stdout).toContain('  skipped: it needs an account: set PLATFORM_USERNAME and PLATFORM_PASSWORD\n');
    expect(stdout).toContain('  skipped: it needs a token of the memory service: set PLATFORM_MEMORY_TOKEN\n');
    expect(stdout).toMatch(/\n1 of 12 examples ran, 11 skipped \(.*\), 0 failed\.\n$/);
    expect(code).toBe(0);
  });

  it('examples on staging report that standard input is closed', async () => {
    const { code, stderr } = await run(['--env-file', await envFile(valuesOf()), 'projects'], { isClosed: true });
    expect(stderr).toContain('failed: The standard input is closed, so no code can be typed.');
    expect(code).toBe(1);
  });

  it('the file .env.example lists every variable that the examples read', async () => {
    const named = Object.keys(parseEnv(await readFile(join(root, '.env.example'), 'utf8')));
    expect(named.toSorted()).toEqual(variables.map(({ name }) => name).toSorted());
  });

  it.each([
    [['--env-file', 'missing.env'], 'The file missing.env could not be read.'],
    [['--surplus'], "Unknown option '--surplus'"],
  ])('examples on staging exit with 2 for the arguments %j', async (args, message) => {
    const { code, stderr } = await run(args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
