import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSingleUseService } from '../shared-sessions/single-use-service.ts';
import { bundleOfTab } from '../shared-sessions/tabs.ts';
import { isWebKitInstalled, launchWebKit, type WebKit, type WebKitTab } from '../browser/webkit/web-driver.ts';

const EXPIRIES = 15;

let browser: WebKit;
let script: string;
let ends: (() => Promise<void>)[] = [];

/** Opens tabs of one session. A page in a background tab is hidden and its timers are slow. A page in its own window is visible. */
const openTabs = async (kind: 'tab' | 'window', count: number) => {
  const service = await startSingleUseService(script);
  ends.push(service.close);
  const settings = { name: 'session', baseUrl: `${service.origin}/v1` };
  const open = async (): Promise<WebKitTab> => {
    const page = await browser.newTab(kind);
    ends.push(page.close);
    await page.goto(service.origin);
    await page.evaluate(
      `while (!('openSessionTab' in globalThis)) await new Promise((resolve) => setTimeout(resolve, 20));
      globalThis.tab = openSessionTab(args[0]);`,
      settings,
    );
    return page;
  };
  const pages: WebKitTab[] = [];
  while (pages.length < count) pages.push(await open());
  await pages[0]?.evaluate('await tab.signIn(args[0])', service.login('ada'));
  return { service, pages, open };
};

const call = (page: WebKitTab): Promise<string> => page.evaluate('return tab.call()');
const eventsOf = (page: WebKitTab): Promise<string[]> => page.evaluate('return tab.events');

describe.runIf(isWebKitInstalled)('tabs of webkit', () => {
  beforeAll(async () => {
    [browser, script] = await Promise.all([launchWebKit(), bundleOfTab()]);
    // The browser starts slowly on a busy machine.
  }, 60_000);
  afterAll(() => browser.close());
  afterEach(async () => {
    await Promise.all(ends.map((end) => end()));
    ends = [];
  });

  it.each([
    ['visible', 'window'],
    ['hidden', 'tab'],
  ] as const)('tabs of webkit that are %s refresh their session once for all of them', async (_, kind) => {
    const { service, pages } = await openTabs(kind, 3);
    await Promise.all(pages.map(call));
    for (let expiries = 1; expiries <= EXPIRIES; expiries++) {
      service.expire();
      await expect(Promise.all(pages.map(call))).resolves.toEqual(pages.map(() => 'ok'));
      expect(service.counts).toEqual({ exchanged: expiries, reused: 0 });
    }
    for (const page of pages) await expect(eventsOf(page)).resolves.not.toContain('signed-out');
  });

  it('other tabs of webkit continue after a tab is closed during its refresh', async () => {
    const { service, pages, open } = await openTabs('window', 3);
    await Promise.all(pages.map(call));
    for (const [round, closing] of pages.slice(0, 2).entries()) {
      service.expire();
      const arrived = new Promise<void>((resolve) => {
        // The service never exchanges the token of this refresh.
        service.onRefresh = () => {
          resolve();
          return new Promise(() => undefined);
        };
      });
      call(closing).catch(() => undefined);
      await arrived;
      service.onRefresh = undefined;
      pages.splice(pages.indexOf(closing), 1);
      const others = Promise.all(pages.map(call));
      await closing.close();
      await expect(others).resolves.toEqual(pages.map(() => 'ok'));
      expect(service.counts).toEqual({ exchanged: round + 1, reused: 0 });
      pages.push(await open());
    }
  });

  it('tabs of webkit follow a sign-out in another tab, even after the back/forward cache', async () => {
    const { service, pages } = await openTabs('window', 2);
    const [one, other] = pages as [WebKitTab, WebKitTab];
    await Promise.all(pages.map(call));
    await other.evaluate('globalThis.isKept = true');
    await other.goto(`${service.origin}/tab.js`);
    await one.evaluate('await tab.clear()');
    await other.back();
    // The page was not loaded again: its globals still exist.
    await expect(other.evaluate('return globalThis.isKept')).resolves.toBe(true);
    await expect.poll(() => eventsOf(other)).toContain('signed-out');
  });
});
