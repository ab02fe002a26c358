/**
 * Measures tabs and processes that share a session, a limiter or settings: `pnpm concurrency`. The default is 1,000 ends of the access
 * token. `pnpm concurrency 50` tries fewer, and `pnpm concurrency 50 redis money` only these parts.
 */
import { isInstalled as hasRedis } from '../packages/redis/test/redis-server.ts';
import { installedBrowsers } from '../test/browser/installed.ts';
import { measureMoney } from '../test/faults/concurrency-money.ts';
import { measureFailingDisks, measureFailingRedis } from './concurrency/failing-processes.ts';
import { measureFailingTabs } from './concurrency/failing-tabs.ts';
import { measureFilesAndRefreshes } from './concurrency/files.ts';
import { measureRedis } from './concurrency/redis.ts';
import { addReach, addResult, type Report } from './concurrency/report.ts';
import { measureStoppedProcesses, measureStoppedTabs } from './concurrency/stopped.ts';
import { measureReach, measureTabs } from './concurrency/tabs.ts';

const PARTS = [
  'tabs',
  'files',
  'redis',
  'money',
  'failing-tabs',
  'failing-disks',
  'failing-redis',
  'stopped-processes',
  'stopped-tabs',
] as const;
const WIDTH = 66;

const [count = '1000', ...chosen] = process.argv.slice(2);
const expiries = Number(count);
const unknown = chosen.filter((part) => !PARTS.some((each) => each === part));
if (!(expiries >= 1) || unknown.length > 0)
  throw new Error(`pnpm concurrency [ends of the access token] [${PARTS.join('|')}]...: not ${process.argv.slice(2).join(' ')}`);
const isChosen = (part: (typeof PARTS)[number]): boolean => chosen.length === 0 || chosen.includes(part);

let wrong = 0;
const report: Report = (what, result, isGood) => {
  if (!isGood) wrong++;
  console.log(`| ${what.padEnd(WIDTH)} | ${result} | ${isGood ? 'good' : 'WRONG'} |`);
};

console.log(`| ${'what'.padEnd(WIDTH)} | result | |\n| ${'-'.repeat(WIDTH)} | --- | --- |`);
if (isChosen('tabs')) await measureBrowsers();
if (isChosen('files')) await measureFilesAndRefreshes(expiries, report);
if (isChosen('redis') && hasRedis) await measureRedis(expiries, report);
else if (isChosen('redis')) console.log('Skipped: the Redis server is not installed.');
if (isChosen('money')) await measureMoney(expiries * 5, report);
if (isChosen('failing-tabs')) await measureFailingTabs(Math.min(expiries, 20), report);
if (isChosen('failing-disks')) await measureFailingDisks(Math.min(expiries, 20), report);
if (isChosen('failing-redis') && hasRedis) await measureFailingRedis(Math.min(expiries, 20), report);
if (isChosen('stopped-processes')) await measureStoppedProcesses(Math.min(expiries, 20), report);
if (isChosen('stopped-tabs')) await measureStoppedTabs(Math.min(expiries, 20), report);
process.exitCode = wrong > 0 ? 1 : 0;

async function measureBrowsers(): Promise<void> {
  for (const { browser } of installedBrowsers) {
    for (const tabs of [2, 5]) {
      addResult(report, `${tabs} tabs of ${browser}, indexedDbTokenStore`, await measureTabs(browser, 'indexedDb', tabs, expiries));
      addResult(report, `${tabs} tabs of ${browser}, webStorageTokenStore`, await measureTabs(browser, 'web', tabs, expiries));
    }
    addReach(report, `two tabs of ${browser}, indexedDbTokenStore`, await measureReach(browser, 'indexedDb', 20));
    addReach(report, `two tabs of ${browser}, webStorageTokenStore`, await measureReach(browser, 'web', 20));
  }
}
