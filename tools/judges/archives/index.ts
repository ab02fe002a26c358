import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openArchive } from '@platform-sdk/converter';
import type { Check, Judge } from '../check.ts';
import { isInstalled, libraries, programs, type Files, type Writer } from './writers.ts';

const FILES: Files = {
  'index.md': Buffer.from('# Pages\n'),
  empty: Buffer.alloc(0),
  'docs/ünï 日本.md': Buffer.from('ü'),
  "docs/a b's/deep/page.md": Buffer.from('x'.repeat(1000)),
  'docs/numbers.txt': Buffer.from(Array.from({ length: 50_000 }, (_, index) => `${index}\n`).join('')),
  'bytes.bin': Buffer.from(Array.from({ length: 200_000 }, (_, index) => (Math.imul(index, 2_654_435_761) >>> 13) & 255)),
};

/** Writes the files to a temporary folder, and calls `run` with the folder. */
const withFiles = async (run: (folder: string) => Promise<void>): Promise<void> => {
  const place = await mkdtemp(join(tmpdir(), 'platform-sdk-judges-'));
  try {
    const folder = join(place, 'files');
    for (const [name, content] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    await run(folder);
  } finally {
    await rm(place, { recursive: true });
  }
};

const checkOf = (name: string, write: Writer): Check => ({
  title: `${name}: every file of its archive is read and unpacked`,
  run: () =>
    withFiles(async (folder) => {
      const archive = await write(FILES, folder);
      const read: Record<string, Buffer> = {};
      for await (const entry of openArchive(archive).entries()) read[entry.name] = Buffer.from(await entry.bytes());
      // `jar` adds a manifest to the archive.
      const own = Object.keys(read).filter((file) => !file.startsWith('META-INF/'));
      assert.deepEqual(own.toSorted(), Object.keys(FILES).toSorted());
      const target = join(folder, '..', 'target');
      await openArchive(archive).extractTo(target);
      for (const [file, content] of Object.entries(FILES)) {
        assert.ok(read[file]?.equals(content), file);
        assert.ok((await readFile(join(target, file))).equals(content), file);
      }
    }),
});

const installed = await Promise.all(
  Object.entries(programs).map(async ([name, [program, write]]) => ((await isInstalled(program)) ? [checkOf(name, write)] : [])),
);

/** The programs and packages that write archives for our client to read. Programs that are not installed are skipped. */
export const archives: readonly Judge[] = [
  { name: 'writers of archives', checks: Object.entries(libraries).map(([name, write]) => checkOf(name, write)) },
  { name: 'programs for archives', checks: installed.flat() },
];
