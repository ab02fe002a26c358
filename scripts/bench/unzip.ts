/** CPU time of unpacking an archive of 20,000 files and 100 MB, into memory and to disk, each in a process of its own, in shuffled order. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zip } from '../../test/faults/zips.ts';
import { median } from './measure.ts';
import { ask } from './processes.ts';
import type { Taken, UnzipCase } from './unzip-case.ts';

const FILES = 20_000;
const FILE_BYTES = 5000;
const ROUNDS = 3;
const WORDS = 'the of and archive folder page link site table code example value default request response'.split(' ');

const CASES: readonly (readonly [label: string, told: Pick<UnzipCase, 'way' | 'toDisk'>])[] = [
  ['zlib in a loop, no checks', { way: 'zlib', toDisk: false }],
  ['this SDK', { way: 'sdk', toDisk: false }],
  ['fflate', { way: 'fflate', toDisk: false }],
  ['yauzl', { way: 'yauzl', toDisk: false }],
  ['jszip', { way: 'jszip', toDisk: false }],
  ['zlib in a loop, no checks', { way: 'zlib', toDisk: true }],
  ['this SDK', { way: 'sdk', toDisk: true }],
  ['fflate', { way: 'fflate', toDisk: true }],
  ['yauzl', { way: 'yauzl', toDisk: true }],
  ['jszip', { way: 'jszip', toDisk: true }],
];

/** Pages of a crawl: words and numbers, the same in every run. */
const crawl = (): Uint8Array => {
  let state = 1;
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  const text = (): string => {
    let page = '';
    while (page.length < FILE_BYTES) page += `${WORDS[random(WORDS.length)]} ${random(1000).toString(36)}${random(10) === 0 ? '\n' : ' '}`;
    return page.slice(0, FILE_BYTES);
  };
  return zip(
    Array.from({ length: FILES }, (_, index) => ({
      name: `docs.example.com/pages/${index >> 1}/output/${index % 2 === 0 ? 'page' : 'source'}.md`,
      data: text(),
    })),
  );
};

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item);

/** Prints a table. */
export async function benchUnzip(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const path = join(folder, 'crawl.zip');
    await writeFile(path, crawl());
    const rounds = Array.from({ length: ROUNDS }, () => CASES.map((_, index) => index)).flat();
    const taken: Taken[][] = CASES.map(() => []);
    for (const index of shuffled(rounds)) {
      const target = await mkdtemp(join(folder, 'target-'));
      const told = CASES[index]?.[1] as UnzipCase;
      taken[index]?.push(await ask<Taken>('unzip-case.ts', { ...told, path, target } satisfies UnzipCase));
      await rm(target, { recursive: true });
    }
    const cpuOf = (index: number): number => median((taken[index] ?? []).map(({ cpuMilliseconds }) => cpuMilliseconds));
    const indexOf = (way: UnzipCase['way'], disk: boolean): number =>
      CASES.findIndex(([, told]) => told.way === way && told.toDisk === disk);
    console.log(`${FILES} files, ${(FILES * FILE_BYTES) / 1e6} MB; medians of ${ROUNDS} processes each`);
    for (const toDisk of [false, true]) {
      const [over, aim] = toDisk ? (['fflate', 1.3] as const) : (['zlib', 1.5] as const);
      console.log(`\n${(toDisk ? 'to disk' : 'into memory').padEnd(28)} CPU      to ${over.padEnd(6)}    peak`);
      for (const [index, [label, told]] of CASES.entries()) {
        if (told.toDisk !== toDisk) continue;
        const ratio = (cpuOf(index) / cpuOf(indexOf(over, toDisk))).toFixed(2).padStart(8);
        const peak = `${Math.max(...(taken[index] ?? []).map(({ peakMegabytes }) => peakMegabytes)).toFixed(0)} MiB`.padStart(10);
        const note = told.way === 'sdk' ? `  (aim: at most ${aim})` : '';
        console.log(`${label.padEnd(28)}${`${cpuOf(index).toFixed(0)} ms`.padStart(8)}  ${ratio}${peak}${note}`);
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
