import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const RESULTS = {
  numPassedTests: 40,
  testResults: [
    { name: 'test/a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'holds' }] },
    {
      name: 'test/b.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'adds' },
        { status: 'failed', fullName: 'subtracts "1"' },
      ],
    },
    { name: 'test/c.test.ts', status: 'failed', assertionResults: [] },
  ],
};

/** Replaces npx, which runs the tasks of `package.json`. The tasks `lint` and `test:long` fail, and `typecheck` never ends. */
const TASKS = `#!/bin/sh
case "$3" in
  test:long) echo '${JSON.stringify(RESULTS)}' >"$TEST_RESULTS"; exit 1 ;;
  lint) echo 'a bad line'; exit 1 ;;
  typecheck) echo 'at work'; echo $$ >"$TMPDIR/pid"; exec sleep 1000 ;;
esac
`;

/** Starts the checks in a folder of their own, with steps chosen by their titles. */
const start = async (...titles: string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'ci-run-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = join(folder, '.ci/run');
  await mkdir(join(folder, '.ci'));
  await copyFile(fileURLToPath(new URL('../../.ci/run', import.meta.url)), script);
  await writeFile(join(folder, 'npx'), TASKS);
  await chmod(join(folder, 'npx'), 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, TMPDIR: folder };
  const child = spawn('bash', [script, ...titles], { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, lines: output.trim().split('\n') }));
  /** The process of the step that never ends; 0 before it begins. */
  const step = async (): Promise<number> => Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => 0));
  return { pid: child.pid as number, step, ended };
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('.ci/run', () => {
  it('goes on after a step that fails, and ends with the counts', async () => {
    const { ended } = await start('lint', 'unused code');
    const { code, lines } = await ended;

    expect(code).toBe(1);
    expect(lines).toEqual(expect.arrayContaining(['a bad line', '== failed: lint']));
    expect(lines.slice(-2)).toEqual(['failed: lint', '1 passed, 1 failed']);
  });

  it('names the tests that failed, and the files that failed before their tests', async () => {
    const { ended } = await start('long tests');
    const { lines } = await ended;

    expect(lines.slice(-4)).toEqual([
      'failed: long tests',
      String.raw`failed: test/b.test.ts: "subtracts \"1\""`,
      'failed: test/c.test.ts: before its tests',
      '40 passed, 3 failed',
    ]);
  });

  it('fails for a title that no step has', async () => {
    const { ended } = await start('unused code', 'lnt');
    const { code, lines } = await ended;

    expect([code, ...lines.slice(-2)]).toEqual([1, 'failed: lnt, which did not run', '1 passed, 1 failed']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends its steps after %s, and names those that were under way', async (signal, expected) => {
    const { pid, step, ended } = await start('types', 'sentences');
    await expect.poll(step, { timeout: 20_000 }).toBeGreaterThan(0);
    const stepPid = await step();
    // Ctrl-C signals the group of processes in front.
    process.kill(-pid, signal);
    const { code, lines } = await ended;

    expect(code).toBe(expected);
    expect(lines).toContain('at work');
    expect(lines.slice(-3)).toEqual(['failed: types, which was stopped', 'failed: sentences, which did not run', '0 passed, 2 failed']);
    await expect.poll(() => isAlive(stepPid), { timeout: 20_000 }).toBe(false);
  });
});
