import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, inject, it } from 'vitest';

/** A module of the page, as the manifest of the build describes it. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
}

const BUDGET = 120_000;

const folder = inject('consoleFolder');
const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>;

/** Returns the files that a module needs before it can run. */
const filesOf = (key: string, seen = new Set<string>()): Set<string> => {
  const { file, imports = [], css = [] } = manifest[key] as Chunk;
  if (seen.has(file)) return seen;
  for (const each of [file, ...css]) seen.add(each);
  for (const each of imports) filesOf(each, seen);
  return seen;
};

const sizeOf = async (file: string): Promise<number> => gzipSync(await readFile(join(folder, file)), { level: 9 }).length;

const total = async (files: Iterable<string>): Promise<number> => {
  const sizes = await Promise.all([...files].map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
const pages = Object.keys(manifest).filter((key) => /^src\/(?:signed-in|pages\/[a-z-]+)\.tsx$/.test(key) && key !== entry);

it(`the sign-in page loads less than ${BUDGET} compressed bytes, React included`, async () => {
  const bytes = (await total(filesOf(entry))) + (await sizeOf('index.html'));
  expect(bytes).toBeLessThan(BUDGET);
  expect(bytes).toBeGreaterThan(50_000);
});

it('every page of the console has a chunk that adds less than 120,000 compressed bytes', async () => {
  const first = filesOf(entry);
  const sizes: Record<string, number> = { 'sign-in': await total(first) };
  for (const page of pages) {
    const added = [...filesOf(page)].filter((file) => !first.has(file));
    sizes[page] = await total(added);
  }
  // Prints the numbers for the table of the README.
  console.table(sizes);
  expect(pages).toHaveLength(19);
  expect(Object.values(sizes).every((size) => size < BUDGET)).toBe(true);
});

it('the bundle of the console contains no secrets of the relayed services', async () => {
  const files = await readdir(join(folder, 'assets'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, 'assets', file), 'utf8')));
  for (const text of texts) expect(text).not.toMatch(/mem_\w{8}|local-gateway-key|sk-lf-/);
});
