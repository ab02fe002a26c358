/** Type-checks every TypeScript block of the pages, and runs the programs among them. Arguments: beginnings of pages. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folder, typeErrors, writeSnippets } from './snippets/check-types.ts';
import { exampleProgram } from './generator/recording/example-program.ts';
import { snippetsOf, type Snippet } from './snippets/find.ts';
import { runPrograms } from './snippets/run.ts';
import { root } from '@platform-sdk/build/workspace';

/** Returns the reason why a block is not run. Undefined for a program. An empty string if the page must still give a reason. */
const reasonOf = ({ notRun, file, language }: Snippet): string | undefined =>
  notRun ?? (file !== undefined ? 'a file of a job, which `pnpm tool jobs` runs' : language === 'tsx' ? '' : undefined);

/** Returns an operation's example as a snippet. The operation's page shows the file after the statements of its scene. */
const exampleOf = (page: string): Snippet => {
  const { preamble, call, line } = exampleProgram(join(root, page));
  const pieces = [
    { text: preamble, line: 1 },
    { text: call, line },
  ];
  return { page, language: 'ts', index: 0, pieces };
};

const placeIn = ({ page, pieces }: Snippet): string => `${page}:${pieces.at(-1)?.line}`;

const beginnings = process.argv.slice(2);
const isNamed = (page: string): boolean => beginnings.length === 0 || beginnings.some((beginning) => page.startsWith(beginning));
const patterns = ['*.md', 'docs/examples/*.ts'];
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: root, encoding: 'utf8' }).split('\n');
const snippets = files
  .filter((file) => file !== '' && isNamed(file) && existsSync(join(root, file)))
  .flatMap((file) => (file.endsWith('.md') ? snippetsOf(file, readFileSync(join(root, file), 'utf8')) : [exampleOf(file)]));

const written = await writeSnippets(snippets);
const errors = await typeErrors(written);
const programs = written.filter(({ snippet }) => reasonOf(snippet) === undefined);
const failures = await runPrograms(programs);
await rm(folder, { recursive: true, force: true });

const unexplained = snippets.filter((snippet) => reasonOf(snippet) === '');
const reasons = Map.groupBy(snippets, (snippet) => reasonOf(snippet) ?? '');
reasons.delete('');

for (const error of errors) console.log(`types   ${error}`);
for (const [{ snippet }, failure] of failures)
  console.log(`failed  ${placeIn(snippet)}\n${failure.trimEnd().replaceAll(/^/gm, '        ')}`);
for (const snippet of unexplained) console.log(`reason  ${placeIn(snippet)} is not run and gives no reason`);
for (const [reason, group] of reasons) console.log(`not run ${group.length}: ${reason} (${group.map(placeIn).join(', ')})`);
console.log(
  `${snippets.length} blocks: ${errors.length} errors of types; ${programs.length} run, ${failures.size} failed; ` +
    `${snippets.length - programs.length} not run, ${unexplained.length} without a reason.`,
);
process.exitCode = errors.length + failures.size + unexplained.length === 0 ? 0 : 1;
