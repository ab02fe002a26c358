/** Reads and unpacks one archive of the collection. Reports the result and the memory. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPlatformError } from '@platform-sdk/core';
import { openArchive } from '@platform-sdk/converter';
import { peakMemory } from '@platform-sdk/test-helpers/peak-memory';
import { good, hostile } from '../../test/faults/zips.ts';
import { settings } from '../processes.ts';

/** Which archive: a hostile one, or a good one behind them. */
export interface ZipCase {
  readonly index: number;
}

/** The result. */
export interface ZipResult {
  readonly gave: string;
  /** Files that were read before the end. */
  readonly entries: number;
  /** Files of the archive that are there now, and those that are anywhere else. */
  readonly written: number;
  readonly outside: number;
  readonly bytes: number;
  /** Beyond what the process had before. */
  readonly megabytes: number;
}

const { index } = settings<ZipCase>();
const [, , makeHostile] = hostile[index] ?? [];
const [, makeGood] = good[index - hostile.length] ?? [];
const archive = (makeHostile ?? makeGood)?.() ?? new Uint8Array();
// Some of the good ones pack as well as bombs do.
const limits = makeGood ? { maxRatio: 2000 } : {};
const folder = await mkdtemp(join(tmpdir(), 'zip-'));
const before = peakMemory();
let entries = 0;
let gave = 'read whole';
try {
  for await (const entry of openArchive(archive).entries(limits)) {
    for await (const piece of entry.stream()) if (piece.length === 0) throw new Error('An empty piece');
    entries++;
  }
} catch (error) {
  if (!isPlatformError(error)) throw error;
  gave = error.code ?? error.kind;
}
const unpacked = await openArchive(archive)
  .extractTo(join(folder, 'target'), limits)
  .then(() => 'read whole')
  .catch((error: unknown) => (isPlatformError(error) ? (error.code ?? error.kind) : String(error)));
const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => !entry.isDirectory());
const written = files.filter(({ parentPath }) => `${parentPath}/`.startsWith(join(folder, 'target/'))).length;
const result: ZipResult = {
  gave: unpacked === gave ? gave : `${gave} / ${unpacked}`,
  entries,
  written,
  outside: files.length - written,
  bytes: archive.length,
  megabytes: Math.max(0, peakMemory() - before),
};
await rm(folder, { recursive: true });
process.send?.(result);
