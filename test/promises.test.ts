import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@platform-sdk/build/workspace';

interface Row {
  readonly promise: string;
  readonly place: string;
  readonly testFile: string;
  readonly title: string;
}

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A text without line breaks, comment markers and emphasis, so that a sentence is found however it is wrapped. */
const plain = (text: string): string =>
  text
    .replace(/^\s*(?:\*|\/\/|>)\s?/gm, ' ')
    .replace(/\/\*\*|\*\//g, ' ')
    .replace(/[`*\\]/g, '')
    .replace(/\s+/g, ' ');

const rows: Row[] = textOf('docs/promises.md')
  .split('\n')
  .flatMap((line) => {
    const [, promise, place, test] = /^\| (.+?) +\| (\S+) +\| (.+?) +\|$/.exec(line) ?? [];
    const [, testFile, title] = /^(\S+): '(.+)'$/.exec(test ?? '') ?? [];
    return promise && place && testFile && title ? [{ promise, place, testFile, title }] : [];
  });

describe('docs/promises.md', () => {
  it('has a place and a test in every row', () => {
    const lines = textOf('docs/promises.md').match(/^\| (?!promise|-)/gm) ?? [];
    expect(rows).toHaveLength(lines.length);
    expect(textOf('docs/promises.md').match(/^\| ---/gm)).toHaveLength(1);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ promise, place }) => `${place}: ${promise}`)).size).toBe(rows.length);
  });

  it('quotes sentences that exist in the named place', () => {
    const lost = rows.filter(({ promise, place }) => !plain(textOf(place)).includes(plain(promise).trim()));
    expect(lost.map(({ promise, place }) => `${place}: ${promise}`)).toEqual([]);
  });

  it('names tests that exist', () => {
    // In quotes it is a title, and not a part of one or of a comment.
    const isTitle = (text: string, title: string): boolean => ["'", '"', '`'].some((quote) => text.includes(quote + title + quote));
    const missing = rows.filter(({ testFile, title }) => !isTitle(textOf(testFile), title));
    expect(missing.map(({ testFile, title }) => `${testFile}: ${title}`)).toEqual([]);
  });
});
