import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { expect, it } from 'vitest';
import { run } from './run.ts';

const program = programAt(new URL('../../src/bin.ts', import.meta.url));

/** Returns the words that bash suggests for the last of these words. */
const completed = async (...words: string[]): Promise<string[]> => {
  const { out } = await run(['completion', 'bash']);
  const script = `platform-sdk() { "$NODE" -C @platform-sdk/source "$PROGRAM" "$@"; }
${out}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_platform_sdk
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, NODE: process.execPath, PROGRAM: program };
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', script, 'bash', 'platform-sdk', ...words], { env });
  return stdout.split('\n').filter(Boolean);
};

it('completion suggests commands, operations, inputs and their values in bash', { timeout: 120_000 }, async () => {
  expect(await completed('co')).toEqual(['commands', 'completion']);
  expect(await completed('call', 'wallets.transa')).toEqual(['wallets.transact', 'wallets.transactions']);
  expect(await completed('call', 'wallets.create', '--e')).toEqual(['--entity-type', '--entity-id', '--entity-name', '--env-file']);
  expect(await completed('call', 'wallets.create', '--entity-type', '')).toEqual(['user', 'organization', 'project']);
  expect(await completed('call', 'wallets.transactions', '--al')).toEqual(['--all']);
  expect(await completed('call', 'upload.upload', '--file', '')).toEqual([]);
  expect(await completed('call', 'no.operation', '--dr')).toEqual(['--dry-run']);
});

it.each(['bash', 'zsh', 'fish'])('completion prints a script for %s', async (shell) => {
  expect(await run(['completion', shell])).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('platform-sdk completion words') as string,
  });
});

it('completion rejects an unknown shell', async () => {
  expect(await run(['completion', 'tcsh'])).toMatchObject({ code: 2, out: '' });
});
