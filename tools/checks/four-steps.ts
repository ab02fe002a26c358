/**
 * Adds an operation to each of three services in a copy of the repository, as CONTRIBUTING.md describes it. The checks of CI then run in
 * the copy.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptOf } from '@platform-sdk/build/workspace';
import { copyRepository, edit } from './four-steps/copy.ts';
import { operations } from './four-steps/operations.ts';

const copy = copyRepository();
const failed: string[] = [];

const run = (title: string, parameters: readonly string[]): void => {
  process.stdout.write(`== ${title}\n`);
  const { status } = spawnSync(process.execPath, parameters, { cwd: copy, stdio: 'inherit' });
  if (status !== 0) failed.push(title);
};

const runTool = (...words: readonly string[]): void => run(words.join(' '), ['-C', '@platform-sdk/source', 'tools/tool.ts', ...words]);

const runCommand = (title: string, name: string, command: string, ...words: readonly string[]): void =>
  run(title, [scriptOf(name, command, copy), ...words]);

/** Returns the tests of these services, and the tests that read every contract. */
const tests = (): readonly string[] => [
  ...globSync('test/**/*.test.ts', { cwd: copy }).filter((file) =>
    /service-methods|service-reference|documented-operations|stale-responses|type-names/.test(
      `${file}${readFileSync(join(copy, file), 'utf8')}`,
    ),
  ),
  ...operations.map(({ service }) => `packages/${service}/test/`),
];

try {
  for (const { service, name, edits, example } of operations) {
    for (const [pattern, changes] of edits) edit(copy, pattern, changes);
    writeFileSync(join(copy, 'docs/examples', service, `${name}.ts`), example);
    writeFileSync(join(copy, `.changeset/${name}.md`), `---\n'@platform-sdk/${service}': minor\n---\n\nThe new \`${service}.${name}\`.\n`);
  }
  runCommand('format', 'oxfmt', 'oxfmt');
  runTool('reference');
  runCommand('lint', 'oxlint', 'oxlint', '--type-aware', '--deny-warnings');
  runCommand('types', 'typescript', 'tsc', '-b');
  runTool('api-report');
  runCommand('types of the examples', 'typescript', 'tsc', '-p', 'docs');
  runCommand('unused code', 'knip', 'knip');
  runTool('sentences');
  runTool('size');
  runTool('snippets', ...operations.map(({ service, name }) => `docs/examples/${service}/${name}.ts`));
  runCommand('tests', 'vitest', 'vitest', 'run', '--mode', 'all', '--project', 'unit', ...tests());
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const result = failed.length > 0 ? `An operation needs more than four steps: ${failed.join(', ')}` : 'An operation takes four steps.';
process.stdout.write(`${result}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
