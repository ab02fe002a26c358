import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '@platform-sdk/build/workspace';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const pages = files.filter((file) => file.endsWith('.md') && existsSync(join(root, file)));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The markers of an unfinished merge, as git writes them or as a Markdown formatter changes them. */
const MERGE_MARK = /^(?:<{7}|={7}|>{7}|(?:> ){6}>|\| ={7})(?:\s|$)/m;

/** Pages that only exist in the built site. `pnpm tool docs-check` checks links to these pages. */
const GENERATED = /^docs\/(?:reference\/[\w-]+\/[\w-]+|errors\/codes|changelog)\.md$/;

const leadsToFile = (page: string, target: string): boolean => {
  const file = normalize(join(dirname(page), decodeURIComponent(target))).replaceAll('\\', '/');
  return existsSync(join(root, file)) || (page.startsWith('docs/') && GENERATED.test(file));
};

it('the pages of the repository contain no merge conflict markers', () => {
  expect(pages.filter((page) => MERGE_MARK.test(textOf(page)))).toEqual([]);
});

it('pages of the repository link only to existing files', () => {
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !leadsToFile(page, target))
      .map((target) => `${page}: ${target}`),
  );
  expect(pages.length).toBeGreaterThan(30);
  expect(broken).toEqual([]);
});

it('the README of a package does not link to files outside its package, which the tarball lacks', () => {
  const readmes = pages.filter((page) => /^packages\/[^/]+\/README\.md$/.test(page));
  const outside = readmes.flatMap((page) => [...textOf(page).matchAll(/\]\(\.\.[^)]*\)/g)].map(([link]) => `${page}: ${link}`));
  const missing = readmes.flatMap((page) =>
    [...textOf(page).matchAll(/`((?:docs|examples)\/[^`]+)`/g)]
      .filter(([, file = '']) => !existsSync(join(root, file)))
      .map(([, file = '']) => `${page}: ${file}`),
  );
  expect(readmes.length).toBeGreaterThan(10);
  expect([...outside, ...missing]).toEqual([]);
});
