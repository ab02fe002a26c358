/** Runs the steps of `.ci/run` for every change, or with `nightly` those for every night. Other arguments are the titles of the steps. */
import { root } from '@platform-sdk/build/workspace';
import { runSteps, type Stage, type Step } from './steps.ts';

const step = (title: string, script: string): Step => ({ title, run: `npx --yes pnpm@12.21.0 ${script}` });
const tests = (title: string, script: string): Step => ({ ...step(title, script), countsTests: true });

/** Steps that detect what a change has broken, on one machine. */
const everyChange: readonly Stage[] = [
  [
    [tests('tests', 'test')],
    [
      step('format', 'exec oxfmt --check'),
      step('types', 'typecheck'),
      step('lint', 'lint'),
      step('unused code', 'exec knip'),
      step('sentences', 'tool sentences'),
      step('reference is up to date', 'tool reference --check'),
    ],
  ],
  // Later steps need the packages, and two builds at the same time would write the same files.
  [[step('build', 'build')]],
  [
    [
      tests('slow tests', 'exec vitest run --mode slow'),
      step('public API is reported', 'tool api-report --check'),
      step('compatibility', 'tool compatibility'),
      step('size', 'tool size'),
      step('examples', 'start'),
      step('console', 'console --check'),
      tests('tests of Next', 'exec vitest run --mode next'),
      step('snippets', 'tool snippets'),
      step('four steps', 'tool four-steps'),
    ],
    [
      tests('tests in browsers', 'exec vitest run --mode browser'),
      step('packages', 'tool packages'),
      step('documentation site', 'tool docs'),
      step('links, search and accessibility of the site', 'tool docs-check'),
    ],
  ],
];

/** Steps that need other runtimes, other clients or a long time. */
const nightly: readonly Stage[] = [
  [[step('build', 'build')]],
  [
    [
      tests('slow tests in browsers', 'exec vitest run --mode slow-browser'),
      tests('long tests', 'exec vitest run --mode long'),
      step('faults on other Nodes', 'tool node-faults'),
      step('jobs', 'tool jobs'),
      step("yesterday's programs", 'tool yesterday'),
    ],
    [
      step('runtimes', 'tool runtimes'),
      step('type instantiations', 'tool instantiations'),
      step('documentation site', 'tool docs'),
      step('pages in every theme and size', 'tool docs-check --every-look'),
      step('run buttons', 'tool run-buttons'),
      step('judges', 'tool judges'),
    ],
  ],
];

const words = process.argv.slice(2);
const isNightly = words[0] === 'nightly';
const only = isNightly ? words.slice(1) : words;
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stop.abort();
  });
const passed = await runSteps(isNightly ? nightly : everyChange, { cwd: root, only, print: console.log, signal: stop.signal });
process.exitCode = passed ? 0 : 1;
