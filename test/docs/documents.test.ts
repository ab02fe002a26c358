import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '@platform-sdk/build/workspace';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const pages = files.filter((file) => file.endsWith('.md') && existsSync(join(root, file)));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The markers of an unfinished merge, as git writes them or as a Markdown formatter changes them. */
const MERGE_MARK = /^(?:<{7}|={7}|>{7}|(?:> ){6}>|\| ={7})(?:\s|$)/m;

it('the pages of the repository contain no merge conflict markers', () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => MERGE_MARK.test(textOf(page)))).toEqual([]);
});

it('the README of a package links to no file outside its package, and names only existing files of docs and examples', () => {
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
