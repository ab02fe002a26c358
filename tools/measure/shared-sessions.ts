/**
 * Counts lost sessions if a store fails after the sign-in, or if the process that refreshes is stopped: `pnpm tool shared-sessions`. In each
 * row, the access token expires 20 times. `pnpm tool shared-sessions 5 redis` measures only Redis, with 5 expiries.
 */
import { isInstalled as hasRedis } from '../../packages/redis/test/redis-server.ts';
import { measureFailingDisks, measureFailingRedis } from '../../test/shared-sessions/failing-processes.ts';
import { measureFailingTabs } from '../../test/shared-sessions/failing-tabs.ts';
import type { Report } from '../../test/shared-sessions/report.ts';
import { measureStoppedProcesses, measureStoppedTabs } from '../../test/shared-sessions/stopped.ts';

const parts: Readonly<Record<string, (ends: number, report: Report) => Promise<void>>> = {
  tabs: measureFailingTabs,
  disks: measureFailingDisks,
  ...(hasRedis && { redis: measureFailingRedis }),
  'stopped-processes': measureStoppedProcesses,
  'stopped-tabs': measureStoppedTabs,
};

const [ends = '20', ...chosen] = process.argv.slice(2);
const unknown = chosen.filter((part) => !(part in parts));
if (!(Number(ends) >= 1) || unknown.length > 0)
  throw new Error(`pnpm tool shared-sessions [ends of the access token] [${Object.keys(parts).join('|')}]...`);

let wrong = 0;
const report: Report = (situation, result, isGood) => {
  if (!isGood) wrong++;
  console.log(`| ${situation.padEnd(76)} | ${result} | ${isGood ? 'good' : 'WRONG'} |`);
};

console.log(`| ${'situation'.padEnd(76)} | result | |\n| ${'-'.repeat(76)} | --- | --- |`);
for (const [part, measure] of Object.entries(parts)) if (chosen.length === 0 || chosen.includes(part)) await measure(Number(ends), report);
process.exitCode = wrong > 0 ? 1 : 0;
