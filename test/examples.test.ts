import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { progressBar } from '../examples/environment.ts';
import { root } from '../scripts/workspace.ts';

const examples = join(root, 'examples');

const run = (...names: string[]): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', join(examples, 'run.ts'), ...names], {
    env: { ...process.env, PLATFORM_API_KEY: '' },
  });

afterEach(() => vi.restoreAllMocks());

describe('examples/run.ts', () => {
  it('runs the examples that it is given the names of', async () => {
    const { stdout } = await run('wallets', 'settings');
    expect(stdout).toContain('Transfer credits between two users');
    expect(stdout).toMatch(/\n2 of 2 examples ran\.\n$/);
  });

  it('answers an unknown name with all that there are', async () => {
    const files = await readdir(examples);
    const there = files.filter((file) => file.endsWith('.ts') && !['run.ts', 'environment.ts'].includes(file));
    const failure = (await run('wallets', 'purses').catch((error: unknown) => error)) as { code: number; stdout: string; stderr: string };
    expect(failure).toMatchObject({ code: 1, stdout: '' });
    const [, unknown, listed = ''] = /^There is no example (.+)\. There are: (.+)\.\n$/.exec(failure.stderr) ?? [];
    expect(unknown).toBe('purses');
    expect(listed.split(', ').toSorted()).toEqual(there.map((file) => file.replace(/\.ts$/, '')).toSorted());
  });
});

describe('progressBar', () => {
  it('shows a second way from its beginning', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
    const bar = progressBar();
    for (const name of ['first', 'second']) {
      bar.show(100, name);
      bar.end();
    }
    expect(log.mock.calls).toEqual([['  100% first'], ['  100% second']]);
  });
});
