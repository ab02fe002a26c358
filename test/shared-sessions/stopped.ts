/** Stops processes and tabs during a refresh, before or after the service has exchanged the token. */
import type { Page } from 'playwright';
import { isInstalled as hasRedis } from '../../packages/redis/test/redis-server.ts';
import { createRedisPlace } from '../../packages/redis/test/session-place.ts';
import { installedBrowsers } from '../browser/installed.ts';
import { startCrew, type Place } from './processes.ts';
import type { Report } from './report.ts';
import { stopHolder } from './stopped-holder.ts';
import { openTabs, type BrowserName } from './tabs.ts';

const SECONDS = [5, 36, 60] as const;
const STEPS = ['arrived', 'exchanged'] as const;
type Step = (typeof STEPS)[number];

const HOLDERS = 3;
/** The counts of several refreshes during which the refreshing process or tab was stopped. */
interface Counts {
  lost: number;
  failed: number;
  notStored: number;
}

/** Stops the first process during each of its refreshes. */
const stopProcesses = async (place: Place | undefined, at: Step, ms: number, ends: number): Promise<Counts> => {
  const crew = await startCrew(HOLDERS, place);
  const counts: Counts = { lost: 0, failed: 0, notStored: 0 };
  try {
    for (let round = 0; round < ends; round++) {
      const { answers, signOuts, isNewestStored } = await stopHolder(crew, at, ms);
      counts.failed += answers.filter((answer) => answer !== 'ok').length;
      counts.lost = signOuts;
      if (!isNewestStored) counts.notStored++;
    }
    return counts;
  } finally {
    await crew.close();
  }
};

/** Blocks the page of a tab with a synchronous request, which simulates a debugger or a suspended machine. */
const stopPage = (page: Page, ms: number): Promise<void> =>
  page.evaluate((time) => {
    const request = new XMLHttpRequest();
    request.open('GET', `/stop/${time}`, false);
    request.send();
  }, ms);

/** Stops the first tab during each of its refreshes. */
const stopTabs = async (browser: BrowserName, at: Step, ms: number, ends: number): Promise<Counts> => {
  const tabs = await openTabs(browser, HOLDERS);
  const { service, pages, call, events } = tabs;
  const [holder, ...others] = pages as [Page, ...Page[]];
  const counts: Counts = { lost: 0, failed: 0, notStored: 0 };
  try {
    await tabs.signIn(holder, service.login('ada'));
    for (let round = 0; round < ends; round++) {
      await Promise.all(pages.map(call));
      service.expire();
      let going: Promise<void> | undefined;
      const stopped = new Promise<void>((resolve) => {
        service.onStop = resolve;
        service.onRefresh = (step) => {
          if (step !== at) return undefined;
          service.onRefresh = undefined;
          going = stopPage(holder, ms);
          return stopped;
        };
      });
      const own = call(holder);
      await stopped;
      const answers = await Promise.all([own, ...others.map(call)]);
      await going;
      counts.failed += answers.filter((answer) => answer !== 'ok').length;
    }
    counts.lost = (await Promise.all(pages.map(events))).flat().filter((type) => type === 'signed-out').length;
    const last = await Promise.all(pages.map(call));
    counts.notStored = last.filter((answer) => answer !== 'ok').length;
    return counts;
  } finally {
    await tabs.close();
  }
};

type Stop = (at: Step, ms: number, ends: number) => Promise<Counts>;

export const measureStoppedProcesses = (expiries: number, report: Report): Promise<void> =>
  measure(
    {
      'processes, fileTokenStore': (...stop) => stopProcesses(undefined, ...stop),
      ...(hasRedis && { 'processes, redisTokenStore': async (...stop) => stopProcesses(await createRedisPlace(), ...stop) }),
    },
    expiries,
    report,
  );

export const measureStoppedTabs = (expiries: number, report: Report): Promise<void> => {
  const stops = installedBrowsers.map(({ browser }): [string, Stop] => [
    `tabs of ${browser}, indexedDb`,
    (...stop) => stopTabs(browser, ...stop),
  ]);
  return measure(Object.fromEntries(stops), expiries, report);
};

/** Measures all rows at the same time, because they mostly wait. */
const measure = async (kinds: Readonly<Record<string, Stop>>, expiries: number, report: Report): Promise<void> => {
  const rows = Object.entries(kinds).flatMap(([kind, run]) =>
    STEPS.flatMap((at) =>
      SECONDS.map(async (seconds) => {
        const { lost, failed, notStored } = await run(at, seconds * 1000, expiries);
        report(
          `${HOLDERS} ${kind}: stopped ${seconds} s, ${at === 'arrived' ? 'before' : 'after'} the exchange`,
          `${expiries} ends: ${lost} sessions lost, ${failed} calls failed, ${notStored} not stored afterwards`,
          lost + notStored === 0,
        );
      }),
    ),
  );
  await Promise.all(rows);
};
