import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { serve } from '@platform-sdk/local-platform';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { expect, it } from 'vitest';
import { populatedPlatform, variablesOf } from './drift/populated-platform.ts';

const file = programAt(new URL('../src/bin.ts', import.meta.url));

/** Runs the tool in a separate process. */
const runBin = async (args: readonly string[], env: Record<string, string | undefined> = {}) => {
  const command = promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', file, ...args], { env: { ...process.env, ...env } });
  return command.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, stdout, stderr };
    },
  );
};

it('the tool prints its help without colours if the output is not a terminal', async () => {
  const { code, stdout, stderr } = await runBin(['--help'], { FORCE_COLOR: undefined });

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: platform-sdk <command>/);
});

it('the command platform-sdk exits with 1 if its output stream fails', async () => {
  // The file is open for reading only, so that every write fails.
  const output = await open(file, 'r');
  const child = spawn(process.execPath, ['-C', '@platform-sdk/source', file, '--help'], { stdio: ['ignore', output.fd, 'pipe'] });
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => (errors += data.toString()));
  const [code] = (await once(child, 'close')) as [number];
  await output.close();

  expect([code, errors]).toEqual([1, expect.stringContaining('The output could not be written')]);
});

it('the tool reads a line of the standard input, and ends even if the input stays open', async () => {
  const populated = await populatedPlatform();
  const server = await serve(populated.local);
  const env = { ...process.env, ...variablesOf(populated, server.origin) };
  const child = spawn(process.execPath, ['-C', '@platform-sdk/source', file, 'drift', '--allow-accounts'], { env });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  // The code is wrong on purpose. The pipe stays open.
  child.stdin.write('000000\n');
  const [code] = (await once(child, 'close')) as [number];
  await server.close();

  expect(errors).toMatch(/The last code that was sent to ada\+sdk-drift-\w{8}@example\.org: /);
  expect(populated.local.requestLog).toContainEqual(expect.objectContaining({ operation: 'auth.activateByEmail', status: 422 }));
  expect(code).toBe(1);
});

it('the command platform-sdk exits with 0 if the output pipe is closed', async () => {
  const child = spawn(process.execPath, ['-C', '@platform-sdk/source', file, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [code] = (await once(child, 'close')) as [number];

  expect(code).toBe(0);
});
