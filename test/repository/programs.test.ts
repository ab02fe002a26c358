import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS_FOLDER, programAt } from '@platform-sdk/test-helpers/program-at';
import { describe, expect, it } from 'vitest';
import { root } from '@platform-sdk/build/workspace';
import { PROGRAMS } from '../helpers/programs.ts';

// In watch mode, programs start from their sources, so these tests do not run.
describe.runIf(process.env[PROGRAMS_FOLDER])('bundled programs', () => {
  it('tests start the bundled programs instead of their sources', () => {
    expect(PROGRAMS.filter((program) => programAt(join(root, program)).endsWith('.ts'))).toEqual([]);
  });

  it('bundled programs import no name from the `imports` of a package.json, which bundles lack', () => {
    const folder = process.env[PROGRAMS_FOLDER] ?? '';
    const names = globSync('**/*.mjs', { cwd: folder }).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/\bimport\.meta\.resolve\(|(?<=\()["']#[a-z][\w/-]+["']/g)].map(
        ([name]) => `${file}: ${name}`,
      ),
    );
    expect(names).toEqual([]);
  });
});
