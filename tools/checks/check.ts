/** Checks the changes since the last commit: format, lint, types, sentences, and the tests of changed files. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@platform-sdk/build/workspace';
import { runSteps, type Step } from './steps.ts';
import { testsOf } from './tests-of.ts';

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);

const changed = [...git('diff', '--name-only', '-z', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard', '-z')];
const files = changed.filter((file) => existsSync(join(root, file)));
const quoted = (paths: readonly string[]): string => paths.map((path) => `'${path}'`).join(' ');
const sources = files.filter((file) => /\.(?:ts|tsx|mjs|js)$/.test(file));
const prose = files.filter((file) => /\.(?:ts|tsx|md)$/.test(file));
const slow = files.filter((file) => file.endsWith('.slow.test.ts'));
const tests = testsOf(changed);

const step = (title: string, run: string, isNeeded: boolean): readonly Step[] => (isNeeded ? [{ title, run }] : []);
const lanes: readonly (readonly Step[])[] = [
  [
    ...step('format', `oxfmt --check --no-error-on-unmatched-pattern ${quoted(files)}`, files.length > 0),
    // A deleted file or a changed configuration can break types too.
    ...step(
      'types',
      'pnpm typecheck',
      changed.some((file) => /\.(?:tsx?|json)$/.test(file)),
    ),
    ...step('lint', `oxlint --type-aware --deny-warnings ${quoted(sources)}`, sources.length > 0),
    ...step('sentences', `pnpm tool sentences ${quoted(prose)}`, prose.length > 0),
  ],
  [
    ...step('tests', `vitest run --passWithNoTests ${quoted(tests)}`, tests.length > 0),
    ...step('changed slow tests', `vitest run --mode slow ${quoted(slow)}`, slow.length > 0),
  ].map((each) => ({ ...each, countsTests: true })),
];

if (changed.length === 0) console.log('Nothing differs from the last commit.');
const stop = new AbortController();
process.once('SIGINT', () => {
  stop.abort();
});
const passed = await runSteps([lanes], { cwd: root, quiet: true, print: console.log, signal: stop.signal });
process.exitCode = passed ? 0 : 1;
