import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { afterEach, expect, it } from 'vitest';

const file = programAt(new URL('../src/command/bin.ts', import.meta.url));
let child: ChildProcess | undefined;

afterEach(() => void child?.kill('SIGKILL'));

/** Starts the command and collects its output. */
const start = (...args: string[]): { process: ChildProcess; printed: (pattern: RegExp) => Promise<string> } => {
  const started = spawn(process.execPath, ['-C', '@platform-sdk/source', file, ...args]);
  child = started;
  let text = '';
  started.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  started.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const printed = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(text)) await Promise.race([once(started.stdout, 'data'), once(started.stderr, 'data')]);
    return text;
  };
  return { process: started, printed };
};

it('platform-sdk-local prints its URLs, the Api-Key, an account, and sent messages', async () => {
  const { printed } = start('--port', '0');
  const text = await printed(/Ctrl\+C/);
  const [, auth = ''] = /^auth +(http:\S+\/auth\/v1)$/m.exec(text) ?? [];

  expect(text).toMatch(/^Api-Key +local-api-key$/m);
  expect(text).toMatch(/^Account +ada@example\.com {2}difference-engine$/m);
  await fetch(`${auth}/users`, {
    method: 'POST',
    headers: { 'Api-Key': 'local-api-key', 'Content-Type': 'application/json' },
    body: '{"username":"new@example.com","password":"p"}',
  });
  await expect(printed(/activation code/)).resolves.toMatch(/email to new@example\.com: Your activation code is \d{6}\./);
});

it('platform-sdk-local prints URLs that clients accept if other machines can connect', async () => {
  const { printed } = start('--port', '0', '--hostname', '0.0.0.0');

  await expect(printed(/Ctrl\+C/)).resolves.toMatch(/^The local platform listens on http:\/\/127\.0\.0\.1:\d+$/m);
});

it('platform-sdk-local creates new keys and a password at each start if other machines can connect', async () => {
  const { printed } = start('--port', '0', '--hostname', '0.0.0.0');
  const text = await printed(/Ctrl\+C/);

  expect(text).toContain('Everybody who reaches this machine reaches it too');
  expect(text).toMatch(/^Api-Key +local-[\da-f]{32}$/m);
  expect(text).toMatch(/^Gateway key +local-[\da-f]{32}$/m);
  expect(text).toMatch(/^Account +ada@example\.com {2}[\da-f]{32}$/m);
});

it('platform-sdk-local prints its usage and exits with 0 for --help', async () => {
  const { process: started, printed } = start('--help');

  await expect(printed(/--origin/)).resolves.toContain('Usage: platform-sdk-local [options]');
  await expect(once(started, 'exit')).resolves.toEqual([0, null]);
});

it('platform-sdk-local stops after SIGINT', async () => {
  const { process: started, printed } = start('--port', '0');
  await printed(/Ctrl\+C/);
  started.kill('SIGINT');

  await expect(once(started, 'exit')).resolves.toEqual([0, null]);
});

it.each([
  ['--prot', '4010', "Unknown option '--prot': did you mean --port?"],
  ['--port', 'abc', '--port must be a number from 0 to 65535, not "abc".'],
  ['--origin', '--host', "Option '--origin' argument is ambiguous."],
])('platform-sdk-local prints the problem with %s %s, then its usage, and exits with 2', async (name, value, reason) => {
  const { process: started, printed } = start(name, value);

  const text = await printed(/--help/);
  expect(text.slice(0, text.indexOf('Usage'))).toBe(`${reason}\n\n`);
  expect(text).toContain('Usage: platform-sdk-local [options]');
  await expect(once(started, 'exit')).resolves.toEqual([2, null]);
});
