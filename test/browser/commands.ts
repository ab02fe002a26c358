/** Commands with which a browser test controls tabs of its own origin. They run in the process that drives the browser. */
import type { Page } from 'playwright';
import type { BrowserCommand } from 'vitest/node';

const tabs: Page[] = [];

/** Opens a tab that runs a module of this repository. Returns the tab's number. */
const openTab: BrowserCommand<[module: string]> = async ({ page }, module) => {
  const tab = await page.context().newPage();
  // The test runner rewrites every `import()` into a call of its own page, which a tab lacks.
  await tab.addInitScript('globalThis.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }');
  // Any page from the server works. Browsers do not let a page whose content a test provides connect to local ports.
  await tab.goto(new URL('/package.json', page.url()).href);
  await tab.addScriptTag({ type: 'module', url: module });
  return tabs.push(tab) - 1;
};

/** Evaluates an expression in a tab. */
const inTab: BrowserCommand<[tab: number, expression: string]> = (_, tab, expression) => tabs[tab]?.evaluate(expression);

/** Replaces a tab's page with an empty page. */
const leaveTab: BrowserCommand<[tab: number]> = (_, tab) => tabs[tab]?.goto('about:blank').then(() => undefined);

const closeTab: BrowserCommand<[tab: number]> = (_, tab) => tabs[tab]?.close();

export const commands = { openTab, inTab, leaveTab, closeTab };

declare module 'vitest/browser' {
  interface BrowserCommands {
    openTab: (module: string) => Promise<number>;
    inTab: (tab: number, expression: string) => Promise<unknown>;
    leaveTab: (tab: number) => Promise<void>;
    closeTab: (tab: number) => Promise<void>;
  }
}
