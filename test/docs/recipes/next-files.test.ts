import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const APPLICATION = join(ROOT, 'test/next/application');

const page = readFileSync(join(ROOT, 'docs/recipes/next.md'), 'utf8');

/** The code blocks of the page that begin with the path of a file. */
const files = [...page.matchAll(/^```tsx?\n\/\/ ([\w./-]+\.tsx?)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => ({ path, text }));

it('the recipe for Next shows the main files of the tested application', () => {
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['platform.ts', 'proxy.ts', 'app/sign-in/route.ts', 'app/organizations/page.tsx']),
  );
});

it.each(files)('the recipe for Next shows $path with the content that the tested application has', ({ path, text }) => {
  expect(existsSync(join(APPLICATION, path))).toBe(true);
  expect(text).toBe(readFileSync(join(APPLICATION, path), 'utf8'));
});
