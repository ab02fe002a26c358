import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pageDescription } from '../../docs/.vitepress/page-description.ts';

it('the description of a page is its first paragraph as plain text', () => {
  const page =
    '---\ntitle: A\n---\n\n# Streams\n\n<!-- not run: a reason -->\n\n```ts\n\nconst a = 1;\n\n```\n\nA [chat](./chat.md) is an `EventStream`,\n**typed**.\n\nSecond.';
  expect(pageDescription(page)).toBe('A chat is an EventStream, typed.');
});

it('the description of a page is cut after a sentence or a word', () => {
  const words = 'word '.repeat(60).trim();
  expect(pageDescription(`One. Two is ${words}.`)).toBe('One.');
  expect(pageDescription(words)).toMatch(/^(?:word )+…$/);
});

it('the description of a page without a paragraph is undefined', () => {
  expect(pageDescription('# Only\n\n- a list\n\n| a | table |')).toBeUndefined();
});

it('every guide and recipe has a different description', () => {
  const folders = ['guides', 'recipes', 'start'].map((name) => fileURLToPath(new URL(`../../docs/${name}/`, import.meta.url)));
  const pages = folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}${name}`)).filter((path) => path.endsWith('.md'));
  const found = pages.map((path) => pageDescription(readFileSync(path, 'utf8')));
  expect(found.filter((text) => text === undefined)).toEqual([]);
  expect(new Set(found).size).toBe(pages.length);
});
