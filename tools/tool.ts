/** Runs a tool by its name, with its arguments: `pnpm tool size`. Lists all tools if the name is missing or unknown. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Tool {
  readonly file: string;
  readonly about: string;
  /** The tools that must run first, because this tool reads their output. */
  readonly after?: readonly string[];
}

const tools: Readonly<Record<string, Tool>> = {
  build: { file: 'build/build.ts', about: 'Writes declarations and JavaScript into dist/, unless they are up to date.' },
  packages: { file: 'build/packages.ts', after: ['build'], about: 'Packs every package and tries the tarballs as a user would.' },
  'pack-release': {
    file: 'build/pack-release.ts',
    about: 'Packs the packages for the release workflow, and writes the files into a folder.',
  },
  size: { file: 'build/size.ts', after: ['build'], about: 'Compares bundle sizes with their budgets.' },
  instantiations: { file: 'build/instantiations.ts', after: ['build'], about: "Counts the compiler's work for a user's program." },
  reference: { file: 'docs/reference.ts', about: 'Writes docs/reference/ from the contracts, with OpenAPI documents that git ignores.' },
  'api-report': {
    file: 'compatibility/api-report.ts',
    after: ['build'],
    about: 'Writes the public API of each package into docs/api; --check lists stale reports.',
  },
  compatibility: {
    file: 'compatibility/compatibility.ts',
    after: ['build'],
    about: 'Compares the public API with a commit; a breaking change needs its changeset.',
  },
  'release-notes': {
    file: 'compatibility/release-notes.ts',
    after: ['build'],
    about: 'Prints release notes for the changes of the public API since a commit.',
  },
  yesterday: { file: 'compatibility/yesterday.ts', about: 'Runs the examples and recipes of an earlier commit on the current packages.' },
  docs: { file: 'docs/generator/build.ts', after: ['build'], about: 'Builds the documentation site into docs/dist; --dev serves it.' },
  'docs-check': { file: 'docs/checks/check-site.ts', about: 'Checks links, search, accessibility and requests of the built site.' },
  snippets: { file: 'docs/snippets.ts', after: ['build'], about: 'Type-checks every block of the pages and runs every program.' },
  'run-buttons': { file: 'docs/run-buttons.ts', about: 'Runs every snippet of the built site by its button.' },
  jobs: { file: 'docs/jobs.ts', after: ['build'], about: 'Follows the pages of the jobs in empty folders.' },
  bench: {
    file: 'bench/bench.ts',
    after: ['build', 'reference'],
    about: 'Compares CPU time with other packages and writes docs/benchmarks.md.',
  },
  scale: { file: 'measure/scale.ts', about: 'Measures lists and searches of the local platform with 10,000 records.' },
  'shared-sessions': { file: 'measure/shared-sessions.ts', about: 'Counts lost sessions after stores fail, or processes and tabs stop.' },
  runtimes: { file: 'runtimes/runtimes.ts', after: ['build'], about: 'Tries the packages on every runtime and writes docs/runtimes.md.' },
  'node-faults': { file: 'runtimes/node-faults.ts', about: 'Runs the fault tests of requests on Node 22 and 26.' },
  judges: {
    file: 'judges/start.ts',
    after: ['reference'],
    about: "Runs other vendors' clients and validators against the local platform.",
  },
  check: { file: 'checks/check.ts', about: 'Checks the changes since the last commit: `pnpm check`.' },
  ci: { file: 'checks/ci.ts', about: 'Runs the steps of .ci/run: for a change, with `nightly` for the night, or only the named steps.' },
  mutants: { file: 'checks/mutants.ts', about: 'Plants faults in a copy of the repository, and counts the checks that find them.' },
  sentences: { file: 'checks/sentences.ts', about: 'Prints the sentences that break a rule of style.' },
  'four-steps': { file: 'checks/four-steps.ts', about: 'Adds operations to a copy of the repository and runs its checks.' },
  'fresh-clones': { file: 'checks/fresh-clones.ts', about: 'Runs each documented command in a separate clone.' },
};

const [name = ''] = process.argv.splice(2, 1);
const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;

if (!tool) {
  if (name !== '') console.error(`The tool ${name} is unknown.`);
  for (const [each, { about }] of Object.entries(tools)) console.log(`pnpm tool ${each.padEnd(18)}${about}`);
  process.exitCode = name === '' ? 0 : 1;
} else {
  const start = (...words: readonly string[]): number =>
    spawnSync(process.execPath, [...process.execArgv, ...words], { stdio: 'inherit' }).status ?? 1;
  for (const before of tool.after ?? []) if (start(import.meta.filename, before) !== 0) process.exit(1);
  const file = join(import.meta.dirname, tool.file);
  process.argv[1] = file;
  await import(pathToFileURL(file).href);
}
