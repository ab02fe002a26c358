/** Writes an archive of 20,000 files and 100 MB for the benchmarks that unpack it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zip } from '../../test/faults/zips.ts';
import type { Row } from './row.ts';

const FILES = 20_000;
const FILE_BYTES = 5000;
const WORDS = 'the of and archive folder page link site table code example value default request response'.split(' ');

/** Returns an archive like that of a crawl. The content is the same in every run. */
const makeArchive = (): Uint8Array => {
  let state = 1;
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  const makeText = (): string => {
    let page = '';
    while (page.length < FILE_BYTES) page += `${WORDS[random(WORDS.length)]} ${random(1000).toString(36)}${random(10) === 0 ? '\n' : ' '}`;
    return page.slice(0, FILE_BYTES);
  };
  return zip(
    Array.from({ length: FILES }, (_, index) => ({
      name: `docs.example.com/pages/${index >> 1}/output/${index % 2 === 0 ? 'page' : 'source'}.md`,
      data: makeText(),
    })),
  );
};

export const prepareArchive: NonNullable<Row['prepare']> = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-archive-'));
  const path = join(folder, 'crawl.zip');
  await writeFile(path, makeArchive());
  return { settings: { path }, remove: () => rm(folder, { recursive: true }) };
};
