/** `tools/bench/row-runs.json`: the last run of each row, so that a row can be measured without the others. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from '@platform-sdk/build/workspace';
import type { Figures } from './figures.ts';

/** The measured program, and where it ran. */
export interface Circumstances {
  readonly date: string;
  readonly machine: string;
  /** The measured commit, with a mark if the working tree contains other changes. */
  readonly commit: string;
}

/** One run of a row. */
export interface RowRun extends Circumstances {
  /** The row's name. */
  readonly row: string;
  readonly rounds: number;
  /** The share of the machine's CPU time that other programs took before and after the run, whichever is larger. */
  readonly others: number;
  readonly figures: readonly Figures[];
}

const FILE = 'tools/bench/row-runs.json';
/** The files that a run writes. Changes to these files do not change the measured program. */
const WRITTEN = [FILE, 'docs/benchmarks.md', 'docs/public/benchmarks'];

export const circumstancesNow = (): Circumstances => {
  const git = (...parts: string[]): string => execFileSync('git', parts, { cwd: root, encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--', '.', ...WRITTEN.map((file) => `:!${file}`));
  const [cpu] = cpus();
  const parts = [
    cpu?.model.trim() ?? 'unknown',
    `${cpus().length} cores`,
    `${(totalmem() / 1024 ** 3).toFixed(0)} GiB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.versions.node}`,
  ];
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: parts.join(', '),
    commit: `${git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : ', with changes'}`,
  };
};

/** Waits, and returns the share of the machine's CPU time that other programs took meanwhile. */
export const measureOthers = async (): Promise<number> => {
  // After thousands of connections, the system takes up to a second to close them.
  await setTimeout(1000);
  const before = cpuTimes();
  await setTimeout(500);
  const after = cpuTimes();
  return Number((1 - (after.idle - before.idle) / (after.total - before.total)).toFixed(2));
};

/** Returns the CPU time of all cores since the machine started, in milliseconds. */
const cpuTimes = (): { readonly idle: number; readonly total: number } => {
  const times = cpus().map((core) => core.times);
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  return { idle: sum(times.map(({ idle }) => idle)), total: sum(times.flatMap((each) => Object.values(each))) };
};

export const readRuns = async (): Promise<readonly RowRun[]> => JSON.parse(await readFile(join(root, FILE), 'utf8')) as readonly RowRun[];

/** Replaces the row's last run. */
export const keepRun = async (run: RowRun): Promise<void> => {
  const others = (await readRuns()).filter(({ row }) => row !== run.row);
  await writeFile(join(root, FILE), `${JSON.stringify([...others, run], undefined, 2)}\n`);
};
