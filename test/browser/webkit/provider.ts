/** Runs vitest's browser tests in WebKit. */
import { playwright } from '@vitest/browser-playwright';
import type { BrowserCommand, BrowserProvider, BrowserProviderOption, TestProject } from 'vitest/node';
import { launchWebKit, type WebKit, type WebKitTab } from './web-driver.ts';

/** The fields that this provider adds to the context of a command. */
interface WebKitContext {
  readonly browser: WebKit;
  readonly origin: string;
}

/** Every browser uses the same vitest server for pages. */
export const webKit = (): BrowserProviderOption => ({
  name: 'webkit',
  options: {},
  supportedBrowser: ['webkit'],
  serverFactory: playwright().serverFactory,
  providerFactory: createProvider,
});

const createProvider = (project: TestProject): BrowserProvider => {
  let browser: WebKit | undefined;
  let origin = '';
  const pages = new Map<string, WebKitTab>();
  // Vitest calls this command before each file to set the size of the page. WebKit ignores it here.
  project.browser?.registerCommand('__vitest_viewport' as never, (() => undefined) as never);
  return {
    name: 'webkit',
    supportsParallelism: false,
    getCommandsContext: () => ({ browser, origin }),
    async openPage(session, url) {
      ({ origin } = new URL(url));
      browser ??= await launchWebKit();
      await pages.get(session)?.close();
      const page = await browser.newTab();
      pages.set(session, page);
      await page.goto(url);
    },
    async close() {
      await browser?.close();
      browser = undefined;
    },
  };
};

const tabs: WebKitTab[] = [];

/** Opens a tab that runs a module of this repository. Returns the tab's number. */
const openTab: BrowserCommand<[module: string]> = async (context, module) => {
  const { browser, origin } = context as unknown as WebKitContext;
  const tab = await browser.newTab();
  // Any page from the server works.
  await tab.goto(`${origin}/package.json`);
  // The test runner rewrites every `import()` into a call of its own page, which a tab lacks.
  await tab.evaluate(
    `globalThis.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() };
    const script = Object.assign(document.createElement('script'), { type: 'module', src: args[0] });
    await new Promise((resolve, reject) => {
      Object.assign(script, { onload: resolve, onerror: () => reject(new Error('The module does not load')) });
      document.head.append(script);
    });`,
    module,
  );
  return tabs.push(tab) - 1;
};

/** Evaluates an expression in a tab. */
const inTab: BrowserCommand<[tab: number, expression: string]> = (_, tab, expression) => tabs[tab]?.evaluate(`return ${expression}`);

/** Replaces a tab's page with an empty page. */
const leaveTab: BrowserCommand<[tab: number]> = (_, tab) => tabs[tab]?.goto('about:blank');

const closeTab: BrowserCommand<[tab: number]> = (_, tab) => tabs[tab]?.close();

export const commands = { openTab, inTab, leaveTab, closeTab };
