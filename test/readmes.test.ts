import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../scripts/workspace.ts';

const packages = await publishedPackages();
const readmeOf = (directory: string): string => readFileSync(join(directory, 'README.md'), 'utf8');
const headingsOf = (text: string): string[] =>
  [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

describe('The README of a package', () => {
  it.each(packages.map(({ name, directory }) => [name, directory]))(
    '%s begins with its purpose, its installation and a program',
    (name, directory) => {
      const text = readmeOf(directory);
      expect(text.split('\n')[0]).toBe(`# ${name}`);
      expect(text.split('\n')[2]).toMatch(/^[A-Z].{20,}/);
      const [install, program] = [text.indexOf('\n```sh\n'), text.search(/\n```tsx?\n/)];
      expect(install).toBeGreaterThan(0);
      expect(program).toBeGreaterThan(install);
    },
  );

  it.each(packages.map(({ name, directory }) => [name, directory]))(
    '%s has its limits behind its behaviour, and ends with links',
    (_, directory) => {
      const headings = headingsOf(readmeOf(directory));
      expect(headings.at(-1)).toBe('Links');
      const [errors, limits] = [headings.findIndex((heading) => heading.startsWith('Errors')), headings.indexOf('Limits')];
      expect(errors).toBeGreaterThanOrEqual(0);
      expect(limits).toBeGreaterThan(errors);
    },
  );
});

describe('The README of core', () => {
  const text = readmeOf(join(root, 'packages/core'));
  const source = (file: string): string => readFileSync(join(root, 'packages/core/src', file), 'utf8');

  it('names every option', () => {
    const options = [...source('operation/options.ts').matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name = '']) => name);
    expect(options.length).toBeGreaterThan(30);
    expect([...new Set(options)].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });

  it('names every store and every lock', () => {
    const names = `${source('index.ts')}${source('node/index.ts')}`.match(/\b\w+(?:TokenStore|Lock)\b/g) ?? [];
    expect(names.length).toBeGreaterThan(5);
    expect([...new Set(names)].filter((name) => !text.includes(name))).toEqual([]);
  });
});
