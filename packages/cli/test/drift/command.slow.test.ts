import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAuthClient } from '@platform-sdk/auth';
import { main, type DriftReport } from '@platform-sdk/cli';
import { createPlatform, isPlatformError, type PlatformOptions } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordingTerminal } from '../recording-terminal.ts';
import { changed } from './changed-platform.ts';
import { changes, wireNamesIn } from './changes.ts';
import { listen, served } from './listen.ts';
import { populatedPlatform, variablesOf } from './populated-platform.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drift-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const run = (env: Record<string, string>, ...args: string[]) => runUntil(new AbortController(), env, ...args);

const runUntil = async (stop: AbortController, env: Record<string, string>, ...args: string[]) => {
  const terminal = recordingTerminal(env, stop);
  const code = await main(['drift', ...args], terminal);
  return { code, out: terminal.printed.join('\n'), err: terminal.errors.join('\n') };
};

/** Signs in, reads lists, and creates and removes a key and a pass. Returns values whose field names a deployment can change. */
const useOf = async (options: PlatformOptions, { username, password }: { username: string; password: string }): Promise<string> => {
  const platform = createPlatform({ ...options, validation: 'throw' });
  try {
    await createAuthClient(platform).login({ username, password });
    const { expiresIn } = await createAuthClient(platform).tokenInfo();
    const organizations = createOrganizationsClient(platform);
    const [{ id: organizationId } = { id: '' }] = await organizations.list();
    const [member] = await organizations.members.list({ organizationId });
    const projects = createProjectsClient(platform);
    const place = { organizationId, projectId: '1' };
    const key = await projects.apiKeys.create({ ...place, note: 'Build server' });
    await projects.apiKeys.remove({ ...place, apiKeyId: key!.id });
    const { publicKey } = (await projects.get({ ...place, secret: true })).meta!.secrets!;
    const passes = createAgentPassesClient(platform);
    const inProject = { orgId: organizationId, projectId: '1' };
    const { id: passId } = await passes.create({ ...inProject, title: 'Deploys' });
    const { title } = await passes.get({ ...inProject, passId });
    await passes.remove({ ...inProject, passId });
    return [expiresIn! > 0, member?.firstName, key!.note, publicKey!.length > 0, title].join(' ');
  } catch (error) {
    return isPlatformError(error) ? `failed: ${error.operation}` : String(error);
  }
};

it('calls to a deployment succeed with the wire names that drift writes', async () => {
  const named = changes.filter(({ name, where }) => name !== undefined && where !== 'min_members');
  const populated = await populatedPlatform(wireNamesIn(named));
  const fetch = changed(populated.local.fetch, named);
  const env = await served(populated, fetch);
  const file = join(folder, 'names.json');
  const { code } = await run(env, '--allow-writes', '--wire-names', file);

  const wireNames = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, string>>;
  const options = { ...populated.options, fetch };
  expect(code).toBe(1);
  expect(await useOf(options, populated.account)).toBe('failed: auth.login');
  expect(await useOf({ ...options, wireNames }, populated.account)).toBe('true Ada Build server true Deploys');
  // The file contains all names of the deployment, and no other names.
  expect(wireNames).toEqual(wireNamesIn(named));
});

it('drift removes its project even if a call in the project fails', async () => {
  const populated = await populatedPlatform();
  const { local } = populated;
  local.faults.add({ operation: 'agentPasses.create', failure: 'reset' });
  const env = await served(populated);
  const { code, out } = await run(env, '--allow-writes', '--json');

  const platform = createPlatform(populated.options);
  await createAuthClient(platform).login(populated.account);
  const [{ id: organizationId } = { id: '' }] = await createOrganizationsClient(platform).list();
  const left = await createProjectsClient(platform).list({ organizationId });
  expect(left.map(({ name }) => name)).toEqual(['Bernoulli numbers']);
  expect((JSON.parse(out) as DriftReport).summary).toMatchObject({ leftBehind: 0 });
  expect(code).toBe(1);
});

it('drift removes its project even if it is stopped while it creates the project', async () => {
  const populated = await populatedPlatform();
  const stop = new AbortController();
  const env = await served(populated, async (request) => {
    if (request.method === 'POST' && request.url.endsWith('/projects')) stop.abort();
    return populated.local.fetch(request);
  });
  const { code, out } = await runUntil(stop, env, '--allow-writes', '--json');

  const operations = populated.local.requestLog.map(({ operation, status }) => `${operation} ${status}`);
  expect(operations.slice(-3)).toEqual(['projects.create 200', 'projects.remove 200', 'auth.logout 200']);
  expect((JSON.parse(out) as DriftReport).summary.leftBehind).toBe(0);
  expect(code).toBe(1);
});

it('drift writes nothing except its own session without --allow-writes', async () => {
  const populated = await populatedPlatform();
  const before = populated.local.requestLog.length;
  const env = await served(populated);
  const { code } = await run(env);

  const written = populated.local.requestLog.slice(before).filter(({ method, status = 0 }) => method !== 'GET' && status < 400);
  expect(written.map(({ operation }) => operation)).toEqual(['auth.login', 'auth.refresh']);
  expect(populated.local.requestLog.at(-1)).toMatchObject({ operation: 'auth.logout', status: 200 });
  expect(code).toBe(0);
});

it('drift --compare compares two reports with each other', async () => {
  const populated = await populatedPlatform();
  const env = await served(populated);
  const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')];
  await run(env, '--output', before);
  await run(env, '--output', after);
  expect(await run(env, '--compare', before, after)).toEqual({ code: 0, out: '0 changes.', err: '' });

  const report = await readFile(after, 'utf8');
  await writeFile(after, report.replace('"sidebar_open"', '"sidebar_is_open"'));
  expect(await run(env, '--compare', before, after)).toEqual({
    code: 1,
    out: 'settings.get: sidebar_open: boolean -> absent\nsettings.get: sidebar_is_open: absent -> boolean\n2 changes.',
    err: '',
  });
});

it('drift repeats a call once after a 429 with Retry-After', async () => {
  const populated = await populatedPlatform();
  populated.local.faults.add({ operation: 'organizations.list', status: 429, headers: { 'Retry-After': '0' } });
  const env = await served(populated);
  const { code, out } = await run(env, '--json');
  const { operations } = JSON.parse(out) as DriftReport;
  expect(operations['organizations.list']?.statuses).toEqual([200]);
  expect(code).toBe(0);
});

it.each([
  ['a document that is nested too deeply', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['an empty list', '[]'],
  ['a number', '7'],
  [
    'names of inherited properties',
    '{"__proto__": {"a": 1}, "constructor": 1, "data": {"toString": [], "attributes": {"hasOwnProperty": 1}}}',
  ],
  ['truncated JSON', '{"data": [{"id"'],
])('drift continues if all responses contain %s', async (_, body) => {
  const populated = await populatedPlatform();
  const { fetch } = populated.local;
  const env = await served(populated, async (request) =>
    request.method === 'GET' ? new Response(body, { headers: { 'content-type': 'application/json' } }) : fetch(request),
  );
  const { code, out, err } = await run(env, '--json');
  expect((JSON.parse(out) as DriftReport).summary.differences).toBeGreaterThan(10);
  expect({ code, err }).toEqual({ code: 1, err: '' });
});

it('platform-sdk drift rejects --allow-accounts without new addresses, before any request', async () => {
  const env = { PLATFORM_API_KEY: 'k', PLATFORM_ORGANIZATIONS_URL: 'http://127.0.0.1:1/v1', PLATFORM_EMAIL: 'ada@example.org' };
  const { code, err } = await run(env, '--allow-accounts');
  expect(code).toBe(2);
  expect(err).toContain('--allow-accounts needs PLATFORM_EMAIL with {name}, such as ada+{name}@example.org');
});

it('platform-sdk drift reads activation codes from the terminal with --allow-accounts', async () => {
  const populated = await populatedPlatform();
  const env = await served(populated);
  const asked: string[] = [];
  const terminal = recordingTerminal(env, undefined, async (question) => {
    asked.push(question);
    return undefined;
  });
  const code = await main(['drift', '--allow-accounts'], terminal);
  expect(asked).toEqual([expect.stringMatching(/^The last code that was sent to ada\+sdk-drift-\w{8}@example\.org: $/)]);
  expect(terminal.printed.at(-1)).toBe('An account, an organization and a memory user named "SDK drift" stay: no operation removes them.');
  expect(code).toBe(0);
});

it.each(['--output', '--wire-names'])('platform-sdk drift rejects an unwritable file for %s, before any request', async (option) => {
  let calls = 0;
  const origin = await listen(async () => Response.json({ calls: ++calls }));
  const env = { PLATFORM_API_KEY: 'k', PLATFORM_ORGANIZATIONS_URL: `${origin}/v1` };
  const { code, err } = await run(env, option, join(folder, 'missing', 'report.json'));
  expect({ code, calls }).toEqual({ code: 2, calls: 0 });
  expect(err).toContain(`${option}: ${join(folder, 'missing', 'report.json')} cannot be written (ENOENT)`);
});

it('platform-sdk drift fails with --strict if its report contains only notes', async () => {
  const populated = await populatedPlatform();
  const env = await served(populated, async (request) => {
    const response = await populated.local.fetch(request);
    if (!request.url.endsWith('/memory/health')) return response;
    return Response.json({ ...((await response.json()) as object), version: '2' });
  });
  expect((await run(env)).code).toBe(0);
  expect((await run(env, '--strict')).code).toBe(1);
});

it('platform-sdk drift exits with 1 if no service responds, after one attempt per service', async () => {
  const populated = await populatedPlatform();
  const { code, out } = await run(variablesOf(populated, 'http://127.0.0.1:1'));
  expect(code).toBe(1);
  expect(out).toContain('0 operations compared');
  expect(out).toContain('Skipped, as PLATFORM_MEMORY_URL does not respond');
});

it.each([
  [[], 'No environment is named'],
  [['--compare', 'one.json'], '--compare needs two reports'],
  [['--compare', 'package.json', 'package.json'], 'is no report of platform-sdk drift: name a file that --output has written'],
  [['--compare', 'missing.json', 'package.json'], 'missing.json cannot be read (ENOENT)'],
  [['--env-file', 'missing.env'], 'missing.env could not be read'],
  [['surplus'], "Unexpected argument 'surplus'"],
])('drift exits with 2 for the arguments %j', async (args, message) => {
  const { code, err } = await run({}, ...args);
  expect({ code, err: err.includes(message) }).toEqual({ code: 2, err: true });
});
