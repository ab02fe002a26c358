import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { main } from '@platform-sdk/cli';
import type { Snapshot } from '@platform-sdk/local-platform';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { expect, it, onTestFinished, vi } from 'vitest';
import { recordingTerminal } from './recording-terminal.ts';

const bin = programAt(new URL('../src/bin.ts', import.meta.url));

/** The document that `--json` prints. */
interface Started {
  readonly origin: string;
  readonly baseUrls: Readonly<Record<string, string>>;
  readonly apiKey: string;
  readonly account: { readonly password: string };
  readonly certificate?: string;
  readonly control?: { readonly token: string; readonly inspector: string };
}

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-local-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Runs the command in this process until the test ends it. */
const runLocal = async (...args: string[]) => {
  const stop = new AbortController();
  const terminal = recordingTerminal({}, stop);
  const ended = main(['local', '--port', '0', '--json', ...args], terminal);
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  await vi.waitUntil(() => terminal.printed.length + terminal.errors.length > 0, { timeout: 10_000 });
  return { terminal, stop, ended, started: JSON.parse(terminal.printed[0] ?? '{}') as Started };
};

const control = async ({ origin, control: { token } = { token: '', inspector: '' } }: Started, path: string) => {
  const response = await fetch(`${origin}/_local${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as {
    accounts: { username: string }[];
    organizations: { name: string; tier: string }[];
    resources: { name: string; count: number }[];
  };
};

const register = ({ baseUrls, apiKey }: Started, username: string): Promise<Response> =>
  fetch(`${baseUrls['auth']}/users`, {
    method: 'POST',
    headers: { 'api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'p' }),
  });

/** Starts the command as a separate process. */
const startProcess = async (...args: string[]): Promise<{ child: ChildProcess; started: Started }> => {
  const child = spawn(process.execPath, ['-C', '@platform-sdk/source', bin, 'local', '--port', '0', '--json', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  while (!text.includes('\n')) await once(child.stdout, 'data');
  return { child, started: JSON.parse(text) as Started };
};

it('platform-sdk local prints addresses and keys as JSON, and exits with 0 when it is stopped', async () => {
  const { started, stop, ended } = await runLocal();

  expect(started.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(started.apiKey).toBe('local-api-key');
  expect(started.control?.inspector).toBe(`${started.origin}/#token=${started.control?.token}`);
  stop.abort();
  await expect(ended).resolves.toBe(0);
  await expect(fetch(started.origin)).rejects.toThrow('fetch failed');
});

it('platform-sdk local --data restores its state after its process was killed or stopped', async () => {
  const folder = join(await newFolder(), 'data');
  const first = await startProcess('--data', folder);
  await register(first.started, 'one@example.com');
  await expect
    .poll(async () => (await readFile(join(folder, 'state.json'), 'utf8').catch(() => '')).includes('one@example.com'), {
      timeout: 20_000,
    })
    .toBe(true);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await startProcess('--data', folder);
  await register(second.started, 'two@example.com');
  second.child.kill('SIGTERM');
  await expect(once(second.child, 'exit')).resolves.toEqual([0, null]);

  const { messages } = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as Snapshot;
  expect(messages.map(({ to }) => to)).toEqual(['one@example.com', 'two@example.com']);
  const { started } = await runLocal('--data', folder);
  expect((await control(started, '/accounts')).accounts.map(({ username }) => username)).toContain('two@example.com');
});

it('--demo, --seed and --tier add data to a new state', async () => {
  const file = join(await newFolder(), 'seed.json');
  await writeFile(file, JSON.stringify({ accounts: [{ email: 'seeded@example.com', password: 'p' }] }));
  const { started } = await runLocal('--demo', '--seed', file, '--tier', 'pro');
  const { accounts, organizations } = await control(started, '/accounts');
  const { resources } = await control(started, '/state');
  const counts = Object.fromEntries(resources.map(({ name, count }) => [name, count]));

  expect(accounts.map(({ username }) => username)).toEqual(
    expect.arrayContaining(['ada@example.com', 'charles@example.com', 'seeded@example.com']),
  );
  expect(organizations.map(({ name, tier }) => [name, tier])).toEqual([
    ['Analytical Engines', 'pro'],
    ['Difference Works', 'enterprise'],
  ]);
  expect(counts['traces']).toBeGreaterThan(2000);
  expect(counts['agent-activity']).toBeGreaterThan(1500);
  expect(counts['transactions']).toBeGreaterThan(100);
});

it('with --latency and --no-activation, registering returns tokens; with --no-inspector, the control API responds with 404', async () => {
  const { started } = await runLocal('--latency', '50', '--no-activation', '--no-inspector');
  const response = await register(started, 'new@example.com');

  expect(started.control).toBeUndefined();
  expect(await response.text()).toContain('accessToken');
  expect((await fetch(`${started.origin}/_local/clock`)).status).toBe(404);
});

it('platform-sdk local issues access tokens with the lifetime of --access-token-seconds', async () => {
  const { started } = await runLocal('--access-token-seconds', '10', '--no-activation');
  const response = await register(started, 'new@example.com');
  const { accessToken } = (/"accessToken":"(?<accessToken>[^"]+)"/.exec(await response.text())?.groups ?? {}) as { accessToken?: string };
  const { exp, iat } = JSON.parse(atob(accessToken?.split('.')[1] ?? '')) as { exp: number; iat: number };
  expect(exp - iat).toBe(10);
});

it('the local platform serves https with --tls, and keeps the certificate in its folder', async () => {
  const folder = join(await newFolder(), 'data');
  const first = await runLocal('--tls', '--host', 'devbox.lan', '--data', folder);
  const { certificate = '' } = first.started;
  const ca = await readFile(certificate, 'utf8');
  const get = (url: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(url, { ca, headers, agent: false }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
  const { origin, control: { token, inspector } = { token: '', inspector: '' } } = first.started;

  expect(origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(inspector).toBe(`${origin}/#token=${token}`);
  expect(await get(`${origin}/_local/clock`, { authorization: `Bearer ${token}`, origin })).toBe(200);
  expect(await get(`${first.started.baseUrls['organizations']}/organizations`, { host: 'devbox.lan', 'api-key': 'local-api-key' })).toBe(
    401,
  );
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
  first.stop.abort();
  await first.ended;
  const second = await runLocal('--tls', '--host', 'devbox.lan', '--data', folder);
  expect(await readFile(second.started.certificate ?? '', 'utf8')).toBe(ca);
});

it('the local platform removes the temporary private key of --tls when it stops', async () => {
  const { started, stop, ended } = await runLocal('--tls');
  const folder = dirname(started.certificate ?? '');
  expect(await readdir(folder)).toEqual(['certificate.pem', 'private-key.pem']);
  stop.abort();
  await ended;
  await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('the local platform uses the token of --control-token for its control API', async () => {
  const { started } = await runLocal('--control-token', 'a token');

  expect(started.control?.token).toBe('a token');
  expect((await control(started, '/accounts')).accounts).toHaveLength(1);
});

it.each([
  [['--port', '65536'], '--port must be a number from 0 to 65535, not "65536"'],
  [['--latency', '-1'], "Option '--latency' argument is ambiguous"],
  [['--access-token-seconds', '0'], '--access-token-seconds must be a number from 1 to 31536000, not "0"'],
  [['--tier', 'gold'], '--tier must be one of free, pro, enterprise, not "gold"'],
  [['--control-token', ''], '--control-token must not be empty'],
  [['--dat', 'folder'], "Unknown option '--dat': did you mean --data?"],
  [['folder'], "Unexpected argument 'folder'"],
])('platform-sdk local prints the reason for rejecting %j, and exits with 2', async (args, reason) => {
  const terminal = recordingTerminal();

  expect(await main(['local', ...args], terminal)).toBe(2);
  expect(terminal.errors[0]?.split('\n')[0]).toBe(reason.endsWith('?') ? reason : `${reason}.`);
  expect(terminal.errors[0]).toContain('Usage: platform-sdk local');
});

it('platform-sdk local exits with 1 if the port is in use', async () => {
  const { started } = await runLocal();
  const terminal = recordingTerminal();
  const { port } = new URL(started.origin);

  expect(await main(['local', '--port', port], terminal)).toBe(1);
  expect(terminal.errors).toEqual([`The port ${port} is in use. Choose another with --port, or 0 for a free one.`]);
});

it('platform-sdk local exits with 1 for a missing, unreadable or invalid seed, and unlocks its folder', async () => {
  const folder = await newFolder();
  const file = join(folder, 'seed.json');
  const run = async (content: string | undefined) => {
    if (content !== undefined) await writeFile(file, content);
    const terminal = recordingTerminal();
    const code = await main(
      ['local', '--port', '0', '--data', join(folder, 'data'), '--seed', content === undefined ? 'missing.json' : file],
      terminal,
    );
    return [code, terminal.errors[0]];
  };

  expect(await run(undefined)).toEqual([1, 'The file missing.json of --seed cannot be read: no such file or directory.']);
  expect(await run('{')).toEqual([1, `${file} is not JSON.`]);
  expect(await run('{"acounts":[]}')).toEqual([1, expect.stringContaining('acounts')]);
  const terminal = recordingTerminal();
  expect(await main(['local', '--port', '0', '--data', file], terminal)).toBe(1);
  expect(terminal.errors).toEqual([`The folder ${file} of --data cannot be used: file already exists.`]);
});

it.each([
  [undefined, 'The file missing.json of --like cannot be read: no such file or directory.'],
  ['{', 'report.json is not JSON.'],
  [
    '{"version":1,"operations":{},"findings":[]}',
    'the option like.wireNames is required. Pass a file that `platform-sdk drift --output` has written',
  ],
])('platform-sdk local exits with 1 for the --like report %j', async (content, message) => {
  const file = join(await newFolder(), 'report.json');
  if (content !== undefined) await writeFile(file, content);
  const terminal = recordingTerminal();
  const code = await main(['local', '--port', '0', '--like', content === undefined ? 'missing.json' : file], terminal);
  expect([code, terminal.errors[0]]).toEqual([1, expect.stringContaining(message)]);
});
