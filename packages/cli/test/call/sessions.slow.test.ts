import { execFile } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLocalPlatform, serve, type LocalPlatform, type LocalServer } from '@platform-sdk/local-platform';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from './run.ts';

const program = programAt(new URL('../../src/bin.ts', import.meta.url));

let local: LocalPlatform;
let server: LocalServer;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'session-'));
  local = createLocalPlatform();
  server = await serve(local);
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const env = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(local.baseUrls(server.origin)).map(([base, url]) => [`PLATFORM_${base.toUpperCase()}_URL`, url])),
  PLATFORM_API_KEY: local.apiKey,
  XDG_STATE_HOME: folder,
});

const { email, password } = createLocalPlatform().account;
const readInput = async (): Promise<string> => `${password}\n`;
const signIn = async (...args: string[]) => run(['login', '--username', email, '--password-stdin', ...args], env(), { readInput });
const sessionFiles = (): string[] => globSync(join(folder, 'platform-sdk/sessions/*/*.json'));
const sent = (operation: string): number => local.requestLog.filter((each) => each.operation === operation).length;

it('login stores the session in a file that only its owner can read, and prints no secrets', async () => {
  const first = await signIn();
  const second = await signIn('--profile', 'second', '--json');
  const text = sessionFiles().map((file) => readFileSync(file, 'utf8'));

  expect(first).toEqual({ code: 0, out: `Signed in as ${email} at ${server.origin}/auth/v1, in the profile default.\n`, err: '' });
  expect(JSON.parse(second.out)).toEqual({ profile: 'second', environment: `${server.origin}/auth/v1`, username: email });
  expect(sessionFiles().map((file) => [file.split('/').at(-1), statSync(file).mode & 0o777])).toEqual([
    ['default.json', 0o600],
    ['second.json', 0o600],
  ]);
  for (const each of text) expect(each).not.toContain(password);
});

it('login requests a missing account at a terminal, and does not show the password', async () => {
  const questions: string[] = [];
  const ran = await run(['login'], env(), {
    isInteractive: true,
    ask: async (question) => (questions.push(question), email),
    askSecret: async (question) => (questions.push(question), password),
  });

  expect([ran.code, questions]).toEqual([0, ['Username: ', `Password of ${email}: `]]);
});

it('login uses the account of the environment, but not its password for another user', async () => {
  const account = { ...env(), PLATFORM_USERNAME: email, PLATFORM_PASSWORD: password };

  expect(await run(['login'], account)).toMatchObject({ code: 0 });
  expect(await run(['login', '--username', 'grace@example.com'], account)).toMatchObject({ code: 2, out: '' });
  expect(await run(['login'], env())).toMatchObject({ code: 2, out: '' });
  expect(sent('auth.login')).toBe(1);
});

it('login exits with 4 for a wrong password, and keeps the session', async () => {
  await signIn();
  const wrong = await run(['login', '--username', email, '--password-stdin'], env(), { readInput: async () => 'wrong' });

  expect([wrong.code, wrong.err]).toEqual([4, expect.stringContaining('Check the username and the password.')]);
  expect(await run(['whoami'], env())).toMatchObject({ code: 0 });
});

it('login fails if the session cannot be stored', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const ran = await run(['login', '--username', email, '--password-stdin'], { ...env(), XDG_STATE_HOME: file }, { readInput });

  expect([ran.code, ran.out, ran.err]).toEqual([1, '', expect.stringContaining('The session is not stored. Set XDG_STATE_HOME')]);
});

it.each(['../other', '', '.', 'a/b', 'x'.repeat(65)])('login rejects the profile %j', async (profile) => {
  expect(await signIn(`--profile=${profile}`)).toMatchObject({ code: 2, out: '' });
  expect(sessionFiles()).toEqual([]);
});

it.skipIf(process.platform === 'win32')('a session is read with a warning if other users can read its file', async () => {
  await signIn();
  const [file = ''] = sessionFiles();
  await chmod(file, 0o644);
  const warning = `warning: Other users can read the session file ${file}. Run: chmod 600 '${file}'`;

  expect(await run(['whoami'], env())).toMatchObject({ code: 0, err: warning });
  expect(await run(['call', 'wallets.list', '--json'], env())).toMatchObject({ code: 0, err: warning });
  await chmod(file, 0o600);
  expect(await run(['whoami'], env())).toMatchObject({ code: 0, err: '' });
});

it.each(['whoami', 'login', 'logout'])('without an Api-Key, the error of %s names the variable', async (command) => {
  await signIn();
  const ran = await run([command], { ...env(), PLATFORM_API_KEY: '' });
  const json = await run([command, '--json'], { ...env(), PLATFORM_API_KEY: '' });

  expect(ran).toEqual({
    code: 4,
    out: '',
    err: 'PLATFORM_API_KEY is missing: a session belongs to an Api-Key\nSet PLATFORM_API_KEY, or give a file with --env-file. platform-sdk doctor checks the environment.',
  });
  expect(JSON.parse(json.err)).toMatchObject({ error: { kind: 'invalid-input', field: 'apiKey' }, exitCode: 4 });
  expect(sessionFiles()).toHaveLength(1);
});

it('a session belongs to one environment and one profile', async () => {
  await signIn();
  const other = await serve(createLocalPlatform());
  const elsewhere = Object.fromEntries(Object.entries(env()).map(([name, value]) => [name, value.replace(server.origin, other.origin)]));

  expect(await run(['whoami'], elsewhere)).toMatchObject({ code: 4, out: '' });
  expect(await run(['whoami', '--profile', 'second'], env())).toMatchObject({ code: 4, out: '' });
  await other.close();
});

it('whoami shows the session, and logout removes it', async () => {
  await signIn();
  const who = await run(['whoami', '--json'], env());
  const token = await run(['whoami', '--access-token'], env());
  const out = await run(['logout'], env());

  expect(JSON.parse(who.out)).toMatchObject({ profile: 'default', email });
  expect(who.out).not.toContain(token.out.trim());
  expect(out).toEqual({ code: 0, out: 'Signed out.\n', err: '' });
  expect(await run(['whoami'], env())).toMatchObject({ code: 4 });
  expect((await run(['logout'], env())).out).toMatch(/^No user is signed in at /);
});

it('whoami and call use PLATFORM_ACCESS_TOKEN instead of a session, and whoami describes this token', async () => {
  await signIn();
  const { out } = await run(['whoami', '--access-token'], env());
  const given = { ...env(), PLATFORM_PROFILE: 'nobody', PLATFORM_ACCESS_TOKEN: out.trim() };
  const who = await run(['whoami'], given);
  const json = JSON.parse((await run(['whoami', '--json'], given)).out) as object;

  expect(await run(['call', 'wallets.list', '--json'], given)).toMatchObject({ code: 0, err: '' });
  expect([who.code, who.out, who.err]).toEqual([
    0,
    expect.stringMatching(/^token +PLATFORM_ACCESS_TOKEN$/m),
    'PLATFORM_ACCESS_TOKEN replaces the session. The name and the e-mail address of its user are unknown.',
  ]);
  expect(json).toMatchObject({
    environment: `${server.origin}/auth/v1`,
    token: 'PLATFORM_ACCESS_TOKEN',
    expiresIn: expect.any(Number) as number,
  });
  expect(json).not.toHaveProperty('profile');
  expect(await run(['whoami', '--access-token'], given)).toEqual({ code: 0, out, err: '' });
  expect(await run(['whoami'], { ...given, PLATFORM_ACCESS_TOKEN: 'unknown' })).toMatchObject({ code: 4, out: '' });
});

it('whoami --access-token prints the token of the session even if PLATFORM_ACCESS_TOKEN is set', async () => {
  await signIn();
  const { out } = await run(['whoami', '--access-token'], env());

  expect(await run(['whoami', '--access-token'], { ...env(), PLATFORM_ACCESS_TOKEN: 'expired' })).toEqual({ code: 0, out, err: '' });
});

it('logout revokes the token of the session, and not PLATFORM_ACCESS_TOKEN', async () => {
  await signIn();
  await signIn('--profile', 'second');
  const { out } = await run(['whoami', '--access-token', '--profile', 'second'], env());
  const given = { ...env(), PLATFORM_ACCESS_TOKEN: out.trim() };

  expect(await run(['logout'], given)).toEqual({ code: 0, out: 'Signed out.\n', err: '' });
  expect(await run(['call', 'wallets.list', '--json'], given)).toMatchObject({ code: 0, err: '' });
});

it('two processes with an expired token refresh the session only once', { timeout: 120_000 }, async () => {
  await signIn();
  local.clock.advance(16 * 60_000);
  const start = async () =>
    promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', program, 'call', 'wallets.list', '--json'], {
      env: { ...process.env, ...env() },
    });
  const ran = await Promise.all([start(), start()]);

  for (const { stdout, stderr } of ran) expect([stdout.trim().split('\n').length, stderr]).toEqual([2, '']);
  expect(sent('auth.refresh')).toBe(1);
});
