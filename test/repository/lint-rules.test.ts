import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, scriptOf } from '@platform-sdk/build/workspace';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { expect, it } from 'vitest';

const MODULES = ['ky', 'ky/distribution/index.js', 'msw', 'msw/node', 'zod', 'zod/mini', 'zod/v4/core'];

/** For each import rule, a file that imports every module, with the modules that the rule allows in it. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'test/planted.ts': ['msw', 'msw/node'],
  'packages/wallets/src/planted.ts': [],
  'packages/core/src/schema/zod-check.ts': ['zod/v4/core'],
  'packages/core/src/http/senders/ky.ts': ['ky', 'ky/distribution/index.js'],
  'packages/core/src/testing/planted.ts': ['msw', 'msw/node'],
};

it('each import rule rejects all modules except those that it allows', () => {
  const folder = newFolder();
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const file of Object.keys(allowed)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), MODULES.map((name) => `export * from '${name}';\n`).join(''));
  }
  const args = [scriptOf('oxlint', 'oxlint'), '--format', 'unix', '.'];
  const found = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout.split('\n');
  const rejected = Object.keys(allowed).map((file) => [
    file,
    MODULES.filter((name) => found.some((line) => line.includes(`${file}:`) && line.includes(`'${name}' import is restricted`))),
  ]);
  expect(Object.fromEntries(rejected)).toEqual(
    Object.fromEntries(Object.entries(allowed).map(([file, names]) => [file, MODULES.filter((name) => !names.includes(name))])),
  );
});

it('every import rule has a file in this test', () => {
  const rules = readFileSync(join(root, '.oxlintrc.json'), 'utf8').match(/"no-restricted-imports"/g);
  expect(rules).toHaveLength(Object.keys(allowed).length);
});
