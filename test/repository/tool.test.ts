import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@platform-sdk/build/workspace';
import { expect, it } from 'vitest';

const tool = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['-C', '@platform-sdk/source', 'tools/tool.ts', ...args], { cwd: root, encoding: 'utf8' });

const namesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/pnpm tool ([a-z][a-z-]*)/g)].map(([, name = '']) => name)),
];

it('pnpm tool lists exactly the tools that docs/contributing describes', () => {
  const { status, stdout } = tool();
  const pages = ['tools.md', 'release.md'].map((page) => readFileSync(join(root, 'docs/contributing', page), 'utf8'));
  expect(status).toBe(0);
  // `pnpm build` is the short form of `pnpm tool build`.
  expect(namesIn(stdout).toSorted()).toEqual(['build', ...namesIn(pages.join('\n'))].toSorted());
});

it('every tool of pnpm tool starts an existing file', () => {
  const files = [...readFileSync(join(root, 'tools/tool.ts'), 'utf8').matchAll(/file: '([^']+)'/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(join(root, 'tools', file)))).toEqual([]);
});

it('pnpm tool rejects an unknown name, and then lists all names', () => {
  const { status, stdout, stderr } = tool('sice');
  expect(status).toBe(1);
  expect(stderr).toContain('The tool sice is unknown.');
  expect(namesIn(stdout)).toContain('size');
});
