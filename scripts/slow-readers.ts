/** Reads bodies slowly whose servers close, each in a process of its own, with every Node that is named, and counts the processes that ended. */
import { readSlowly, type Outcome, type SlowReading } from '../test/faults/slow-readers.ts';
import { execFileSync } from 'node:child_process';

const KINDS = ['download', 'chat', 'job', 'fetch'] as const;
const PACES = ['slow', 'late'] as const;
const MEGABYTES = [1, 2, 4, 8];
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

const nodes = process.argv.length > 2 ? process.argv.slice(2) : [process.execPath];
let failures = 0;
console.log('Node        reading          whole  short  ended');
for (const node of nodes) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  for (const kind of KINDS) {
    for (const pace of PACES) {
      const readings: SlowReading[] = Array.from({ length: ROUNDS }, () => MEGABYTES).flatMap((sizes) =>
        sizes.map((megabytes) => ({ kind, pace, bytes: megabytes * 1_000_000, node })),
      );
      const counts: Record<Outcome, number> = { whole: 0, short: 0, ended: 0 };
      for (const reading of readings) counts[await readSlowly(reading)]++;
      const { whole, short, ended } = counts;
      console.log(
        `${version.padEnd(11)} ${`${kind}, ${pace}`.padEnd(16)} ${[whole, short, ended].map((count) => String(count).padStart(5)).join('  ')}`,
      );
      // Plain fetch is only there to compare with.
      if (kind !== 'fetch') failures += short + ended;
    }
  }
}
if (failures > 0) process.exitCode = 1;
