// Adds an operation to a copy of the repository in the four steps of CONTRIBUTING.md, and runs the checks of the copy.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, scriptOf } from './workspace.ts';

const copy = mkdtempSync(join(tmpdir(), 'four-steps-'));

/** Copies the tracked files and the links to the installed packages. Links between packages of the repository stay within the copy. */
const copyRepository = (): void => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\0');
  for (const file of files.filter((each) => each !== '' && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  const folders = ['.', 'test', 'examples', 'docs', ...readdirSync(join(root, 'packages')).map((name) => join('packages', name))];
  for (const folder of folders.map((each) => join(each, 'node_modules')).filter((each) => existsSync(join(root, each)))) {
    mkdirSync(join(copy, folder), { recursive: true });
    for (const name of readdirSync(join(root, folder))) copyInstalled(join(folder, name));
  }
};

const copyInstalled = (path: string): void => {
  const isOwn = path.endsWith('@platform-sdk') || lstatSync(join(root, path)).isSymbolicLink();
  if (isOwn || /[\\/]@[^\\/]+$/.test(path)) cpSync(join(root, path), join(copy, path), { recursive: true, verbatimSymlinks: true });
  else symlinkSync(join(root, path), join(copy, path));
};

const edit = (file: string, changes: readonly (readonly [before: string, after: string])[]): void => {
  const path = join(copy, file);
  let text = readFileSync(path, 'utf8');
  for (const [before, after] of changes) {
    if (!text.includes(before)) throw new Error(`${file} has no ${JSON.stringify(before)}: adapt scripts/four-steps.ts`);
    text = text.replace(before, () => after);
  }
  writeFileSync(path, text);
};

const declare = (): void => {
  edit('packages/organizations/src/types.ts', [
    [
      '/** A new name for an organization. */',
      '/** The organization to archive. */\nexport interface OrganizationArchiveInput {\n  organizationId: string;\n  /** Shown to its members. */\n  reason: string;\n}\n\n/** A new name for an organization. */',
    ],
  ]);
  edit('packages/organizations/src/index.ts', [['  OrganizationCreateInput,', '  OrganizationArchiveInput,\n  OrganizationCreateInput,']]);
  edit('packages/organizations/src/contract/organizations.ts', [
    ['OrganizationCreateInput,', 'OrganizationArchiveInput, OrganizationCreateInput,'],
    [
      '/** Renames an organization. */',
      `/** Archives an organization. Its projects stay readable. */
export const archive = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/archive',
  beyondSpecification: true,
  credentials: 'user',
  input: object<OrganizationArchiveInput>({ organizationId: string, reason: nonEmptyString }),
  body: envelope('organization'),
  output: document(organization),
  retry: 'non-idempotent',
  invalidates: ['/organizations'],
  undocumented: { 'data.attributes.reason': 'assumed' },
});

/** Renames an organization. */`,
    ],
  ]);
};

const giveRule = (): void =>
  edit('packages/local-platform/src/services/organizations/rules/organizations.ts', [
    [
      '  update({ organizationId, name }, call) {',
      '  archive({ organizationId }, call) {\n    return resourceFor(asAdmin(call, organizationId));\n  },\n\n  update({ organizationId, name }, call) {',
    ],
  ]);

const addTest = (): void => {
  edit('packages/organizations/test/fixtures.ts', [
    [
      '  list: (organizations) => organizations.list(),',
      "  list: (organizations) => organizations.list(),\n  archive: (organizations) => organizations.archive({ organizationId: 'org-1', reason: 'Moved' }),",
    ],
  ]);
  edit('packages/organizations/test/wire.test.ts', [
    [
      "  { name: 'list', method: 'GET', path: '/organizations' },",
      "  { name: 'list', method: 'GET', path: '/organizations' },\n  {\n    name: 'archive',\n    method: 'POST',\n    path: '/organizations/org-1/archive',\n    body: { data: { type: 'organization', attributes: { reason: 'Moved' } } },\n  },",
    ],
  ]);
  edit('test/stale-responses/writes.ts', [
    [
      "  'organizations.create':",
      "  'organizations.archive': (draw) => ({ ...place(draw, 'organizationId'), reason: 'Moved' }),\n  'organizations.create':",
    ],
  ]);
};

/** The example is that of `organizations.update`, with another call. */
const addExample = (): void => {
  const [preamble = ''] = readFileSync(join(copy, 'docs/examples/organizations/update.ts'), 'utf8').split('// #endregion');
  const call = "const archived = await organizations.archive({ organizationId, reason: 'Moved' });\nconsole.log(archived.name);\n";
  writeFileSync(join(copy, 'docs/examples/organizations/archive.ts'), `${preamble}// #endregion\n\n${call}`);
};

const describeIt = (): void => {
  run('reference', ['-C', '@platform-sdk/source', 'scripts/reference.ts']);
  writeFileSync(
    join(copy, '.changeset/archive.md'),
    `---\n'@platform-sdk/organizations': minor\n'@platform-sdk/local-platform': minor\n---\n\nOrganizations can be archived.\n`,
  );
};

const failed: string[] = [];

const run = (title: string, parameters: readonly string[]): void => {
  process.stdout.write(`== ${title}\n`);
  const { status } = spawnSync(process.execPath, parameters, { cwd: copy, stdio: 'inherit' });
  if (status !== 0) failed.push(title);
};

/** Tests that read every contract. */
const contractTests = (): readonly string[] =>
  readdirSync(join(copy, 'test'))
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => /service-methods|service-reference|documented-operations/.test(readFileSync(join(copy, 'test', name), 'utf8')))
    .map((name) => `test/${name}`);

try {
  copyRepository();
  declare();
  giveRule();
  addTest();
  addExample();
  describeIt();
  run('types', [scriptOf('typescript', 'tsc', copy), '-b']);
  run('types of the example', [scriptOf('typescript', 'tsc', copy), '-p', 'docs']);
  run('lint', [
    scriptOf('oxlint', 'oxlint', copy),
    '--type-aware',
    '--deny-warnings',
    'packages/organizations',
    'packages/local-platform/src/services/organizations',
  ]);
  const tests = [
    ...contractTests(),
    'test/type-names.test.ts',
    'packages/organizations/test/',
    'packages/local-platform/test/routes.test.ts',
  ];
  run('tests', [scriptOf('vitest', 'vitest', copy), 'run', '--project', 'unit', ...tests]);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.stdout.write(
  failed.length > 0 ? `An operation needs more than four steps: ${failed.join(', ')}\n` : 'An operation takes four steps.\n',
);
process.exitCode = failed.length > 0 ? 1 : 0;
