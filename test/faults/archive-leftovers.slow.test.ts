import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConverterClient, openArchive } from '@platform-sdk/converter';
import { longCount } from '@platform-sdk/test-helpers';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { describe, expect, it } from 'vitest';
import { zip } from './zips.ts';

const run = promisify(execFile);

const start = (name: string, ...args: string[]): Promise<{ stdout: string }> =>
  run(process.execPath, ['-C', '@platform-sdk/source', programAt(new URL(name, import.meta.url)), ...args]);

const archive = zip([{ name: 'new.md', data: 'new' }]) as Uint8Array<ArrayBuffer>;
const save = async (folder: string): Promise<void> => {
  const converter = createConverterClient({ baseUrl: 'https://converter.test', fetch: async () => new Response(archive) });
  await (await converter.download({ site: 'docs.example.com' })).saveTo(join(folder, 'new.zip'));
};
const extract = async (folder: string): Promise<unknown> => openArchive(archive).extractTo(folder);
const partsIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.part'));

describe('temporary files of a killed process', { skip: process.platform === 'win32' }, () => {
  it.each([
    ['extract', 'saving', save, 'new.zip'],
    ['extract', 'extracting', extract, 'new.md'],
    ['save', 'saving', save, 'new.zip'],
    ['save', 'extracting', extract, 'new.md'],
  ])(
    'the temporary files of a process that was killed during `%s` are removed when %s an archive in the same folder',
    async (way, _, next, name) => {
      const folder = newFolder();
      await expect(start('./killed-process.ts', way, folder)).rejects.toMatchObject({ signal: 'SIGKILL' });
      expect(partsIn(folder)).toHaveLength(1);
      await next(folder);
      expect(partsIn(folder)).toEqual([]);
      expect(readdirSync(folder)).toContain(name);
    },
  );
});

const makeOld = (path: string): void => {
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
  utimesSync(path, twoDaysAgo, twoDaysAgo);
};

/** Returns the name of a temporary file. `middle` identifies the process and its machine. */
const named = (middle: string): string => `.platform-sdk-${middle}-00000000-0000-4000-8000-000000000000.part`;

it.each<readonly [string, (path: string) => void]>([
  ['of a running process', () => undefined],
  // Only Linux shows the start times of processes, by which a running process is recognized.
  ...(process.platform === 'linux' ? ([['of a running process that looks old because the clock jumped', makeOld]] as const) : []),
])('a temporary file %s is kept', async (_, change) => {
  const folder = newFolder();
  let seen: string[] = [];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        for (const name of partsIn(folder)) change(join(folder, name));
        // The extraction writes to the same folder during the download.
        await extract(folder);
        seen = partsIn(folder);
        controller.enqueue(archive);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const converter = createConverterClient({ baseUrl: 'https://converter.test', fetch: async () => new Response(body) });
  await (await converter.download({ site: 'docs.example.com' })).saveTo(join(folder, 'docs.zip'));
  expect(seen).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(['docs.zip', 'new.md']);
});

it('a temporary file from another machine is kept for a day', async () => {
  const folder = newFolder();
  const [young, old] = [named('1-1-elsewhere1'), named('2-1-elsewhere2')];
  for (const name of [young, old]) writeFileSync(join(folder, name), 'part');
  makeOld(join(folder, old));
  await extract(folder);
  expect(partsIn(folder)).toEqual([young]);
});

it('a temporary file of another program is kept', async () => {
  const folder = newFolder();
  const others = ['.download.part', 'a.part', '.platform-sdk-x.part', `${named('1-1-a')}.old`];
  for (const name of others) writeFileSync(join(folder, name), 'theirs');
  mkdirSync(join(folder, '.folder.part'));
  for (const name of [...others, '.folder.part']) utimesSync(join(folder, name), 0, 0);
  await extract(folder);
  expect(readdirSync(folder)).toEqual([...others, '.folder.part', 'new.md'].toSorted());
});

const FILES = longCount(2000, 100_000);

it.each([
  ['in one folder', (index: number) => `${index}.md`],
  ['in many folders', (index: number) => `site/${Math.trunc(index / 100)}/${index}.md`],
])(
  'empty files %s are unpacked with less than 100 MiB of additional memory',
  async (_, nameOf) => {
    const folder = newFolder();
    const path = join(folder, 'many.zip');
    const parts = Array.from({ length: FILES }, (__, index) => ({ name: nameOf(index), method: 0 as const }));
    writeFileSync(path, zip(parts, { is64: true }));
    const { stdout } = await start('./extract-memory-process.ts', path, join(folder, 'target'));
    const { files, mebibytes } = JSON.parse(stdout) as { files: number; mebibytes: number };
    expect(files).toBe(FILES);
    expect(mebibytes).toBeLessThan(100);
  },
  // A busy disk takes minutes to write this many files.
  300_000,
);
