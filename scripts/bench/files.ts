/** Memory and time of large files: how much of a process's memory they take, and whether a byte costs more in a larger one. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Taken, Work } from './file-client.ts';
import { median } from './measure.ts';
import { ask, start } from './processes.ts';

const MEGABYTE = 1_000_000;
const ROUNDS = 3;

type Told = Work extends infer Each ? (Each extends Work ? Omit<Each, 'baseUrl'> : never) : never;

const say = (name: string, { peakMegabytes, milliseconds }: Taken, bytes: number, note: string): void => {
  const peak = `${peakMegabytes.toFixed(0)} MiB`.padStart(8);
  const time = bytes > 0 ? `${((milliseconds * 1e6) / bytes).toFixed(2).padStart(6)} ns a byte` : ' '.repeat(16);
  console.log(`${name.padEnd(42)} ${peak} at most  ${time}  ${note}`.trimEnd());
};

/** The median of a few rounds, each a process of its own. */
const measure = async (told: Work): Promise<Taken> => {
  const rounds: Taken[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await ask<Taken>('file-client.ts', told));
  return {
    peakMegabytes: Math.max(...rounds.map(({ peakMegabytes }) => peakMegabytes)),
    milliseconds: median(rounds.map(({ milliseconds }) => milliseconds)),
  };
};

/** Prints what uploads from a path and jobs take. */
export async function benchFiles(): Promise<void> {
  const server = await start<string>('sink-server.ts', {});
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const path = join(folder, 'a.txt');
    const run = async (told: Told): Promise<Taken> => measure({ ...told, baseUrl: server.first });
    for (const [size, note] of [
      [0, 'the process alone'],
      [10 * MEGABYTE, ''],
      [100 * MEGABYTE, ''],
      [1024 ** 3, 'aim: within 200 MiB'],
    ] as const) {
      const file = await open(path, 'w');
      await file.truncate(size);
      await file.close();
      say(size === 1024 ** 3 ? 'upload of 1 GiB' : `upload of ${size / MEGABYTE} MB`, await run({ path }), size, note);
    }
    for (const [log, result, note] of [
      [10, 5, ''],
      [100, 50, 'bounded by the result'],
      [100, 0, ''],
    ] as const)
      say(`job with ${log} MB of log and ${result} MB of result`, await run({ log, result }), (log + result) * MEGABYTE, note);
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
}
