import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { runSteps, type Stage, type Step, type StepOptions } from '../../tools/checks/steps.ts';
import { testsOf } from '../../tools/checks/tests-of.ts';

const cwd = tmpdir();
const step = (title: string, run: string): Step => ({ title, run });

/** A vitest report, as a step with tests writes it. */
const REPORT = JSON.stringify({
  numPassedTests: 40,
  testResults: [
    { name: `${cwd}/a.test.ts`, status: 'passed', assertionResults: [{ status: 'passed', fullName: 'holds' }] },
    {
      name: `${cwd}/b.test.ts`,
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'adds' },
        { status: 'failed', fullName: 'subtracts "1"' },
      ],
    },
    { name: `${cwd}/c.test.ts`, status: 'failed', assertionResults: [] },
  ],
});

const run = async (stages: readonly Stage[], options: Partial<StepOptions> = {}) => {
  const lines: string[] = [];
  const passed = await runSteps(stages, { cwd, print: (text) => lines.push(...text.trimEnd().split('\n')), ...options });
  return { passed, lines };
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('the steps of .ci/run continue after a failure, and print the counts at the end', async () => {
  const { passed, lines } = await run([[[step('lint', 'echo a bad line; exit 1'), step('types', 'true')]]]);
  expect(passed).toBe(false);
  expect(lines).toContain('a bad line');
  expect(lines.slice(-2)).toEqual(['failed: lint', '1 passed, 1 failed']);
});

it('the steps of .ci/run list failed tests, and test files that fail before their first test', async () => {
  const tests: Step = { ...step('tests', `echo '${REPORT}' > "$TEST_RESULTS"; exit 1`), countsTests: true };
  const { lines } = await run([[[tests]]]);
  expect(lines.slice(-4)).toEqual([
    'failed: tests',
    String.raw`failed: b.test.ts: "subtracts \"1\""`,
    'failed: c.test.ts: before its tests',
    '40 passed, 3 failed',
  ]);
});

it('the steps of .ci/run fail if a step with tests writes no report', async () => {
  const { passed, lines } = await run([[[{ ...step('tests', 'true'), countsTests: true }]]]);
  expect([passed, lines.at(-1)]).toEqual([false, '1 passed, 1 failed']);
});

it('the steps of .ci/run repeat the last lines of a failed step next to the counts', async () => {
  const failing = `node -e "for (let line = 1; line <= 200; line += 1) console.log('line ' + line)"; exit 1`;
  const { lines } = await run([[[step('slow tests', failing), step('docs', 'seq 201 400')]]]);
  const end = lines.lastIndexOf('== the end of slow tests');
  expect(lines.slice(end + 1, end + 62)).toEqual([
    ...Array.from({ length: 60 }, (_, n) => `line ${141 + n}`),
    expect.stringMatching('== seconds'),
  ]);
});

it('the steps of .ci/run fail for an unknown title', async () => {
  const { passed, lines } = await run([[[step('lint', 'true')]]], { only: ['lint', 'lnt'] });
  expect([passed, ...lines.slice(-2)]).toEqual([false, 'failed: lnt, which did not run', '1 passed, 1 failed']);
});

it('the steps of .ci/run wait for all lanes of a stage before they start the next stage', async () => {
  const { lines } = await run([[[step('one', 'echo 1')], [step('two', 'node -e 0; echo 2')]], [[step('three', 'echo 3')]]]);
  expect(lines.findIndex((line) => line.startsWith('== three'))).toBeGreaterThan(lines.findIndex((line) => line.startsWith('== two')));
});

it('the steps of .ci/run only print the output of failed steps in quiet mode', async () => {
  const { lines } = await run([[[step('lint', 'echo fine'), step('types', 'echo wrong; exit 2')]]], { quiet: true });
  expect(lines).toContain('wrong');
  expect(lines).not.toContain('fine');
});

it('the steps of .ci/run end all processes when they are stopped, and name the unfinished steps', async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  // The step writes its process id into a file, because its output is printed only after its end.
  const folder = mkdtempSync(`${cwd}/stopped-steps-`);
  const ended = runSteps(
    [
      [
        [
          step('types', `echo at work; echo $$ > ${folder}/part && mv ${folder}/part ${folder}/pid; sleep 1000; true`),
          step('lint', 'true'),
        ],
      ],
    ],
    {
      cwd,
      signal: stop.signal,
      print: (text) => lines.push(...text.trimEnd().split('\n')),
    },
  );
  await expect.poll(() => existsSync(`${folder}/pid`), { timeout: 20_000 }).toBe(true);
  const pid = Number(readFileSync(`${folder}/pid`, 'utf8'));
  stop.abort();
  expect(await ended).toBe(false);
  rmSync(folder, { recursive: true });
  expect(lines).toContain('at work');
  expect(lines.slice(-3)).toEqual(['failed: types, which was stopped', 'failed: lint, which did not run', '0 passed, 2 failed']);
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
});

it.each([
  ['packages/core/src/http/exchange.ts', 'test/faults/'],
  ['packages/core/src/schema/check.ts', 'packages/core/test/'],
  ['packages/wallets/src/contract.ts', 'packages/wallets/test/'],
  ['packages/wallets/src/contract.ts', 'packages/local-platform/test/wallets'],
  ['packages/local-platform/src/services/wallets/pay.ts', 'packages/wallets/test/'],
  ['test/calls/relay.test.ts', 'test/calls/relay.test.ts'],
  ['test/faults/fault-server.ts', 'test/faults/'],
  ['docs/guides/errors.md', 'test/docs/'],
])('after a change of %s, pnpm check runs %s', (file, tests) => {
  expect(testsOf([file])).toContain(tests);
});

it('pnpm check runs no tests with real sockets after a change of the schema language', () => {
  expect(testsOf(['packages/core/src/schema/check.ts'])).not.toContain('test/faults/');
});
