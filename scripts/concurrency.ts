/**
 * Measures again what tabs and processes that share a session do to each other: `pnpm concurrency`. `pnpm concurrency 50` tries fewer ends
 * of the access token than 1,000.
 */
import { installedBrowsers } from '../test/browser/installed.ts';
import { measureProcesses, plantDeadLock, startCrew } from './concurrency/processes.ts';
import { measureTabs, type Result } from './concurrency/tabs.ts';

const expiries = Number(process.argv[2] ?? 1000);
const rows: (readonly [what: string, result: string, isGood: boolean])[] = [];

const add = (what: string, { expiries: count, notOne, failed, reused, lost }: Result): void => {
  const found = `${count} ends: ${notOne} not exactly one refresh, ${reused} used tokens sent, ${failed} calls failed, ${lost} sessions lost`;
  rows.push([what, found, notOne + failed + reused + lost === 0]);
  console.log(what.padEnd(WIDTH), found);
};
const WIDTH = 58;

for (const { browser } of installedBrowsers) {
  for (const count of [2, 5]) {
    add(`${count} tabs of ${browser}, webLock and indexedDbTokenStore`, await measureTabs(browser, 'indexedDb', count, expiries));
    add(`${count} tabs of ${browser}, webLock and webTokenStore`, await measureTabs(browser, 'web', count, expiries));
  }
}
const fewer = Math.ceil(expiries / 10);
for (const count of [2, 8]) {
  add(`${count} processes, fileLock and fileTokenStore`, await measureProcesses(count, fewer));
  add(`${count} processes, a dead process left the lock`, await measureProcesses(count, fewer, ({ path }) => plantDeadLock(path)));
}
await measureFailingReads();
await measureSignOuts(Math.ceil(expiries / 5));
await measureRefreshes(Math.ceil(expiries / 5));

process.exitCode = rows.every(([, , isGood]) => isGood) ? 0 : 1;

function report(what: string, result: string, isGood: boolean): void {
  rows.push([what, result, isGood]);
  console.log(what.padEnd(WIDTH), result);
}

/** One process that cannot read the store, and a 401. */
async function measureFailingReads(): Promise<void> {
  const crew = await startCrew(2);
  const [broken, working] = crew.workers as [(typeof crew.workers)[0], (typeof crew.workers)[0]];
  await Promise.all([broken.ask('call'), working.ask('call')]);
  await broken.ask({ failReads: true });
  crew.service.expire();
  await broken.ask('call');
  const isKept = (await working.ask('call')) === 'ok';
  await crew.close();
  report(
    'a process whose reads of the store fail, and a 401',
    isKept ? 'the session of the others is kept' : 'the session is lost',
    isKept,
  );
}

/** A sign-out in one process beside a refresh in another. */
async function measureSignOuts(times: number): Promise<void> {
  let usable = 0;
  const crew = await startCrew(2);
  const [one, other] = crew.workers as [(typeof crew.workers)[0], (typeof crew.workers)[0]];
  for (let round = 0; round < times; round++) {
    crew.service.expire();
    await Promise.all([one.ask('call'), other.ask('clear')]);
    if (crew.stored().session) usable++;
    await crew.signIn();
  }
  await crew.close();
  report('logout in one process beside a refresh in another', `${usable} of ${times} files hold a usable session afterwards`, usable === 0);
}

/** `auth.refresh()` beside a call on an expired token. */
async function measureRefreshes(times: number): Promise<void> {
  const crew = await startCrew(1);
  const [one] = crew.workers as [(typeof crew.workers)[0]];
  await one.ask('call');
  for (let round = 0; round < times; round++) {
    crew.service.expire();
    await Promise.all([one.ask('call'), one.ask('refresh')]);
  }
  const { reused } = crew.service.counts;
  const lost = one.signOuts();
  await crew.close();
  report(
    'auth.refresh() beside a call on an expired token',
    `${times} times: ${lost} sign-outs, ${reused} used tokens sent`,
    lost + reused === 0,
  );
}
