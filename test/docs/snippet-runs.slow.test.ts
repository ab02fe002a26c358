import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { expect, it, vi } from 'vitest';
import { typeErrors } from '@platform-sdk/docs-tools/snippets/check-types';
import { root } from '@platform-sdk/build/workspace';

/** Runs a snippet against the sources, as the documentation check does. */
const run = async (code: string): Promise<{ readonly code: unknown; readonly stderr: string }> => {
  const folder = newFolder();
  const file = join(folder, 'snippet.mjs');
  await writeFile(file, code);
  const command = ['--conditions=@platform-sdk/source', programAt(join(root, 'tools/docs/snippets/child.ts')), file];
  return new Promise((resolve) => {
    execFile(process.execPath, command, (error, _, stderr) => resolve({ code: error?.code ?? 0, stderr }));
  });
};

it('the check of snippets reports a compiler that cannot run', async () => {
  vi.stubEnv('NODE_OPTIONS', '--require=./no-such-module.cjs');
  expect(await typeErrors([])).not.toEqual([]);
});

it('the check of snippets ends a snippet that still has a running timer', async () => {
  expect(await run('setInterval(() => undefined, 1000);')).toMatchObject({ code: 0 });
});

it('the check of snippets returns the exit code of a snippet', async () => {
  expect(await run('process.exitCode = 3;')).toMatchObject({ code: 3 });
});

it('the check of snippets reports an unhandled rejection, even after the snippet ends', async () => {
  const { code, stderr } = await run(`
      const turn = () => new Promise((resolve) => setImmediate(resolve));
      void turn().then(turn).then(turn).then(() => Promise.reject(new Error('nobody handles this')));`);
  expect(code).toBe(1);
  expect(stderr).toContain('nobody handles this');
});
