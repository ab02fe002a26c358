import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS_FOLDER, programAt } from '@platform-sdk/test-helpers/program-at';
import { describe, expect, it } from 'vitest';
import { root } from '@platform-sdk/build/workspace';
import { PROGRAMS } from '../helpers/programs.ts';

// A run that watches the sources starts the programs from these.
describe.runIf(process.env[PROGRAMS_FOLDER])('bundled programs', () => {
  it('the bundled programs are started instead of their sources', () => {
    expect(PROGRAMS.filter((program) => programAt(join(root, program)).endsWith('.ts'))).toEqual([]);
  });

  it('bundled programs import no name from a package.json, which bundles lack', () => {
    const folder = process.env[PROGRAMS_FOLDER] ?? '';
    const names = globSync('**/*.mjs', { cwd: folder }).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/\bimport\.meta\.resolve\(|(?<=\()["']#[a-z][\w/-]+["']/g)].map(
        ([name]) => `${file}: ${name}`,
      ),
    );
    expect(names).toEqual([]);
  });
});
