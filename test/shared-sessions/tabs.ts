/** Real tabs that share a session, in the installed browsers. */
import { build } from 'esbuild';
import { chromium, firefox, type BrowserContext, type LaunchOptions, type Page } from 'playwright';
import { installedBrowsers } from '../browser/installed.ts';
import { root } from '@platform-sdk/build/workspace';
import { startSingleUseService, type Pair, type SingleUseService } from './single-use-service.ts';
import type { SessionTab, TabSettings } from './tab.ts';

/** The counts of a measurement. */
export interface Result {
  readonly expiries: number;
  /** The number of expiries after which the tabs did not exchange exactly one refresh token. */
  readonly notOne: number;
  /** The number of refresh tokens that were sent after their use. */
  readonly reused: number;
  /** The errors of failed calls. */
  readonly failures: readonly string[];
  /** How often a tab was signed out. */
  readonly lost: number;
}

/** Tabs of one browser, and the service that serves their origin. */
export interface Tabs {
  readonly service: SingleUseService;
  readonly context: BrowserContext;
  readonly pages: Page[];
  readonly open: () => Promise<Page>;
  readonly signIn: (page: Page, pair: Pair) => Promise<void>;
  readonly call: (page: Page) => Promise<string>;
  readonly events: (page: Page) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

declare const openSessionTab: (settings: TabSettings) => SessionTab;
declare const tab: SessionTab;

export type BrowserName = (typeof installedBrowsers)[number]['browser'];

export const openTabs = async (browser: BrowserName, count: number): Promise<Tabs> => {
  const found = installedBrowsers.find((each) => each.browser === browser);
  if (!found) throw new Error(`${browser} is not installed`);
  const service = await startSingleUseService(await bundleOfTab());
  const running = await (browser === 'chromium' ? chromium : firefox).launch(toOptions(found.launchOptions));
  const context = await running.newContext();
  const pages: Page[] = [];
  const settings: TabSettings = { name: `session-${Math.random()}`, baseUrl: `${service.origin}/v1` };
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(service.origin);
    await page.waitForFunction('typeof openSessionTab === "function"');
    await page.evaluate((given) => void Object.assign(globalThis, { tab: openSessionTab(given) }), settings);
    pages.push(page);
    return page;
  };
  const tabs: Tabs = {
    service,
    context,
    pages,
    open,
    signIn: (page, pair) => page.evaluate((given) => tab.signIn(given), pair),
    call: (page) => page.evaluate(() => tab.call()),
    events: (page) => page.evaluate(() => tab.events),
    async close() {
      await running.close();
      await service.close();
    },
  };
  for (let opened = 0; opened < count; opened++) await open();
  return tabs;
};

/** Lets the access token expire repeatedly, and calls from all tabs after each expiry. Returns the counts. */
export const measureTabs = async (browser: BrowserName, count: number, expiries: number): Promise<Result> => {
  const tabs = await openTabs(browser, count);
  try {
    const [first] = tabs.pages as [Page];
    await tabs.signIn(first, tabs.service.login('ada'));
    await Promise.all(tabs.pages.map(tabs.call));
    const { counts } = tabs.service;
    let notOne = 0;
    const failures: string[] = [];
    for (let round = 0; round < expiries; round++) {
      const before = counts.exchanged;
      tabs.service.expire();
      const answers = await Promise.all(tabs.pages.map(tabs.call));
      failures.push(...answers.filter((answer) => answer !== 'ok'));
      if (counts.exchanged - before !== 1) notOne++;
    }
    const events = (await Promise.all(tabs.pages.map(tabs.events))).flat();
    return { expiries, notOne, failures, reused: counts.reused, lost: events.filter((type) => type === 'signed-out').length };
  } finally {
    await tabs.close();
  }
};

/** Returns a mutable copy of the options. */
const toOptions = (options: object): LaunchOptions => structuredClone(options);

export const bundleOfTab = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [`${root}/test/shared-sessions/tab.ts`],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@platform-sdk/source', 'module', 'browser'],
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};
