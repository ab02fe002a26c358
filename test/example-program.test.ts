import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@platform-sdk/build/workspace';
import { exampleProgram } from '@platform-sdk/docs-tools/generator/recording/example-program';
import { expect, it } from 'vitest';

it('the program of an example contains only the scene statements that it needs', () => {
  const { preamble, call, line } = exampleProgram(join(root, 'docs/examples/wallets/list.ts'));
  expect(preamble).toContain("import { createWalletsClient } from '@platform-sdk/wallets';\n");
  expect(preamble).toContain('\nconst wallets = createWalletsClient(platform);');
  expect(preamble).not.toMatch(/export|addressHash|createProjectsClient/);
  expect(call).toMatch(/^for \(const \{ addressHash, entityType, balance \} of await wallets\.list\(\)\)/);
  expect(line).toBe(3);
});

it('no program of an example imports a scene, so that readers can copy it', () => {
  const files = globSync('docs/examples/*/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /from '\./.test(Object.values(exampleProgram(join(root, file))).join('\n')))).toEqual([]);
});
