import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedPackages, root } from '@platform-sdk/build/workspace';

const packages = await publishedPackages();
const readmeOf = (directory: string): string => readFileSync(join(directory, 'README.md'), 'utf8');
const headingsOf = (text: string): string[] =>
  [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

it.each(packages.map(({ name, directory }) => [name, directory]))(
  'the README of %s starts with purpose, installation and a program',
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
  'the README of %s lists limits after errors, and ends with links',
  (_, directory) => {
    const headings = headingsOf(readmeOf(directory));
    expect(headings.at(-1)).toBe('Links');
    const [errors, limits] = [headings.findIndex((heading) => heading.startsWith('Errors')), headings.indexOf('Limits')];
    expect(errors).toBeGreaterThanOrEqual(0);
    expect(limits).toBeGreaterThan(errors);
  },
);

describe('pages for contributors', () => {
  const pages = ['CONTRIBUTING.md', 'AGENTS.md', 'docs/contributing/tools.md'];
  const text = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  /** Commands of pnpm itself, and commands that `pnpm check` runs. */
  const OWN = ['exec', 'install', 'vitest'];
  const PARTS = ['lint', 'typecheck'];

  it('the pages for contributors mention every command, and only existing commands', () => {
    const named = [...text.matchAll(/`pnpm ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts) && !OWN.includes(name))).toEqual([]);
    expect(Object.keys(scripts).filter((name) => !named.includes(name) && !PARTS.includes(name))).toEqual([]);
  });
});

/** Returns the prose of a page, without code. */
const proseOf = (text: string): string => text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** Returns the anchors that GitHub gives to the headings of a page, in lower case. */
const anchorsOf = (text: string): string[] => [
  ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id.toLowerCase()),
  ...[...text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  ),
];

describe('the Markdown pages of the repository', () => {
  const files = new Set(execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean));
  const pages = [...files].filter((file) => file.endsWith('.md'));

  it('a Markdown page links only to tracked files and existing headings', () => {
    const wrong = pages.flatMap((page) =>
      [...proseOf(readFileSync(join(root, page), 'utf8')).matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([, file = '', anchor]) => {
          const target = file === '' ? page : posix.normalize(posix.join(posix.dirname(page), file));
          const isPage = target.endsWith('.md') && existsSync(join(root, target));
          const leads =
            isPage && anchor !== undefined
              ? anchorsOf(readFileSync(join(root, target), 'utf8')).includes(decodeURIComponent(anchor).toLowerCase())
              : files.has(target.replace(/\/$/, '')) || [...files].some((name) => name.startsWith(`${target.replace(/\/$/, '')}/`));
          return leads ? [] : [`${page}: ${file}${anchor === undefined ? '' : `#${anchor}`}`];
        },
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('a Markdown table contains exactly one separator line', () => {
    const twice = pages.filter((page) => /^\|(?: *:?-{3,}:? *\|)+\n\|(?: *:?-{3,}:? *\|)+$/m.test(readFileSync(join(root, page), 'utf8')));
    expect(twice).toEqual([]);
  });
});

describe('the README of core', () => {
  const text = readmeOf(join(root, 'packages/core'));
  const source = (file: string): string => readFileSync(join(root, 'packages/core/src', file), 'utf8');

  it('the README of core lists every option', () => {
    const sources = source('operation/options.ts') + source('operation/platform-options.ts');
    const options = [...sources.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name = '']) => name);
    expect(options.length).toBeGreaterThan(30);
    expect([...new Set(options)].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });

  it('the README of core lists every base URL', () => {
    const [, names = ''] = /type BaseName = ([^;]+);/.exec(source('operation/names.ts')) ?? [];
    const keys = names.split('|').map((name) => name.trim().replaceAll("'", ''));
    expect(keys.length).toBeGreaterThan(8);
    expect(keys.filter((key) => !new RegExp(`^\\| \`${key}\` `, 'm').test(text))).toEqual([]);
  });

  it('the README of core lists every store and lock', () => {
    const names = `${source('index.ts')}${source('node/index.ts')}`.match(/\b\w+(?:TokenStore|Lock)\b/g) ?? [];
    expect(names.length).toBeGreaterThan(5);
    expect([...new Set(names)].filter((name) => !text.includes(name))).toEqual([]);
  });
});
