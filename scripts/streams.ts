/**
 * Replays recorded responses through the clients: whole, byte by byte, cut and broken at every byte, with a pause at every byte. It fails
 * on a result that the whole body does not give, and on an untyped error.
 */
import { chats } from './streams/chats.ts';
import { documents } from './streams/documents.ts';
import { takeTime } from './streams/fake-time.ts';
import { jobs } from './streams/jobs.ts';
import { memories } from './streams/memories.ts';
import { replay, type Replay } from './streams/replay.ts';

const wrong: string[] = [];
process.on('unhandledRejection', (error) => wrong.push(`an unhandled rejection: ${String(error)}`));

const recordings = [...chats, ...memories, ...documents, ...jobs];
const time = takeTime();
const replays: Replay[] = [];
for (const recorded of recordings) replays.push(await replay(recorded, time));
time.restore();

const totals: Record<string, number> = {};
for (const { name, whole, counts, wrong: found } of replays) {
  for (const [count, times] of Object.entries(counts)) totals[count] = (totals[count] ?? 0) + times;
  wrong.push(...found);
  const all = Object.entries(counts).map(([count, times]) => `${times} ${count}`);
  console.log(`${name.padEnd(56)} ${whole.padEnd(10)} ${all.join(', ')}`);
}
const reads = Object.values(totals).reduce((sum, times) => sum + times, 0);
const sums = Object.entries(totals).map(([count, times]) => `${times} ${count}`);
const { user, system } = process.cpuUsage();
const seconds = Math.round((user + system) / 1_000_000);
console.log(`\n${recordings.length} responses read ${reads} times in ${seconds} s of CPU: ${sums.join(', ')}`);
for (const line of wrong) console.error(line);
console.log(wrong.length === 0 ? 'Every result is that of its whole body.' : `${wrong.length} are wrong.`);
process.exitCode = wrong.length === 0 ? 0 : 1;
