import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { expect, it, vi } from 'vitest';
import { progressBar, say } from '../../examples/printing.ts';
import { root } from '@platform-sdk/build/workspace';

const examples = join(root, 'examples');

/** Files of the folder `examples` that the examples share. */
const shared = ['run.ts', 'environment.ts', 'accounts.ts', 'printing.ts', 'questions.ts', 'skip.ts'];

const run = (...names: string[]): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', programAt(join(examples, 'run.ts')), ...names], {
    env: { ...process.env, PLATFORM_API_KEY: '' },
  });

it('examples/run.ts runs only the named examples', async () => {
  const { stdout } = await run('wallets', 'settings');
  expect(stdout).toContain('Transfer credits between two users');
  expect(stdout).toMatch(/\n2 of 2 examples ran, 0 skipped, 0 failed\.\n$/);
});

it('examples/run.ts lists all examples for an unknown name', async () => {
  const files = await readdir(examples);
  const there = files.filter((file) => file.endsWith('.ts') && !shared.includes(file));
  const failure = (await run('wallets', 'purses').catch((error: unknown) => error)) as { code: number; stdout: string; stderr: string };
  expect(failure).toMatchObject({ code: 2, stdout: '' });
  const [, unknown, listed = ''] = /^Unknown example: (.+)\. The examples are: (.+)\.\n$/.exec(failure.stderr) ?? [];
  expect(unknown).toBe('purses');
  expect(listed.split(', ').toSorted()).toEqual(there.map((file) => file.replace(/\.ts$/, '')).toSorted());
});

it("`say` prints a server's text as one line without control characters", () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  say('a\u001b[2J\u0007b\u202ec\nd é 日本 👍');
  expect(log.mock.calls).toEqual([['  a\ufffd[2J\ufffdb\ufffdc d é 日本 👍']]);
});

it('every example prints with `say`', async () => {
  const sources = await Promise.all(
    (await readdir(examples))
      .filter((file) => file.endsWith('.ts') && !shared.includes(file))
      .map((file) => readFile(join(examples, file), 'utf8')),
  );
  // Literal strings are allowed, because they contain no text of a server.
  for (const source of sources) expect(source.replaceAll(/stdout\.write\('[^'$]*'\)/g, '')).not.toMatch(/console\.|stdout\.write\(/);
});

it('progressBar starts at zero for a second job', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const bar = progressBar();
  for (const name of ['first', 'second']) {
    bar.show(100, name);
    bar.end();
  }
  expect(log.mock.calls).toEqual([['  100% first'], ['  100% second']]);
});
