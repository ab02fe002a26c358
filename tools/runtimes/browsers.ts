import { chromium, firefox, type Browser, type Page } from 'playwright';
import type { Report, Scene } from './programs/scenario.ts';
import { installedBrowsers } from '../../test/browser/installed.ts';
import { isWebKitInstalled, launchWebKit } from '../../test/browser/webkit/web-driver.ts';
import { serveFolder } from '@platform-sdk/build/static-server';
import { angular, bundlers, makePages, PAGES, type Bundler } from './bundles.ts';
import type { Cell, Setup } from './cell.ts';

const TIMEOUT_MS = 60_000;

/** A running browser, which opens a page and runs its program. */
interface Running {
  readonly runScenario: (url: string, scene: Scene | undefined) => Promise<Report>;
  readonly close: () => Promise<void>;
}

interface Installed {
  readonly browser: string;
  readonly launch: () => Promise<Running>;
}

const installed: readonly Installed[] = [
  ...installedBrowsers.map(({ browser, launchOptions }) => ({
    browser,
    launch: async () => running(await (browser === 'chromium' ? chromium : firefox).launch({ ...launchOptions, timeout: TIMEOUT_MS })),
  })),
  { browser: 'webkit', launch: async () => runningWebKit() },
];

/** The page of a bundled program. */
interface BundledPage {
  readonly bundler: Bundler;
  readonly program: string;
  readonly file: string;
}

/** The resources that all pages share: the browsers, which start slowly, the bundles, and a server. */
interface Workshop {
  readonly runPage: (browser: Installed, page: BundledPage, setup: Setup) => Promise<Report>;
  readonly close: () => Promise<void>;
}

const createWorkshop = (): Workshop => {
  const browsers = new Map<Installed, Promise<Running>>();
  const pages = new Map<string, Promise<string>>();
  let files: ReturnType<typeof serveFolder> | undefined;

  const once = <Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value => {
    const value = known.get(key) ?? make();
    known.set(key, value);
    return value;
  };

  return {
    async runPage(found, { bundler, program, file }, { consumer, scene }) {
      const folder = await once(pages, `${bundler.name} ${program}`, () => makePages(consumer, bundler, program));
      const { origin } = await (files ??= serveFolder(consumer));
      const { runScenario } = await once(browsers, found, found.launch);
      return runScenario(`${origin}/${folder}/${file}`, program === 'page.js' ? scene : undefined);
    },
    async close() {
      await Promise.all([...browsers.values()].map(async (browser) => (await browser).close()));
      (await files)?.close();
    },
  };
};

const running = (browser: Browser): Running => ({
  async runScenario(url, scene) {
    const context = await browser.newContext();
    try {
      return await runScenarioIn(await context.newPage(), url, scene);
    } finally {
      await context.close();
    }
  },
  close: () => browser.close(),
});

const runningWebKit = async (): Promise<Running> => {
  const { newTab, close } = await launchWebKit();
  return {
    async runScenario(url, scene) {
      const tab = await newTab();
      try {
        await tab.goto(url);
        const [report, sent] = await tab.evaluate<readonly [Report, readonly string[]]>(
          `const end = performance.now() + args[0];
          while (!('runScenario' in globalThis)) {
            if (performance.now() > end) throw new Error('The program did not start');
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          const report = await runScenario(args[1]);
          return [report, performance.getEntriesByType('resource').map(({ name }) => name)];`,
          TIMEOUT_MS,
          scene ?? {},
        );
        checkUnsent(
          sent.filter((address) => new URL(address).origin !== new URL(url).origin),
          scene,
        );
        return report;
      } finally {
        await tab.close();
      }
    },
    close,
  };
};

/** Throws if a page that contains the local platform has sent a request. */
const checkUnsent = (sent: readonly string[], scene: Scene | undefined): void => {
  if (!scene && sent.length > 0) throw new Error(`${sent.length} requests left the page: ${sent.join(' ')}`);
};

/** Runs the program of a page. */
const runScenarioIn = async (page: Page, url: string, scene: Scene | undefined): Promise<Report> => {
  const problems: string[] = [];
  const sent: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => void (new URL(request.url()).origin === new URL(url).origin || sent.push(request.url())));
  await page.goto(url);
  await page.waitForFunction('"runScenario" in globalThis', undefined, { timeout: TIMEOUT_MS }).catch(() => {
    throw new Error(`The program did not start: ${problems.join('; ')}`);
  });
  const report = await page.evaluate<Report, string>(
    (given) => (globalThis as unknown as { runScenario: (scene: unknown) => Promise<Report> }).runScenario(JSON.parse(given)),
    JSON.stringify(scene ?? {}),
  );
  checkUnsent(sent, scene);
  return report;
};

/** Creates a cell for every bundle in every browser, against a local platform on a port and against a local platform in the page. */
export const createPageCells = (): { readonly cells: readonly Cell[]; readonly close: () => Promise<void> } => {
  const { runPage, close } = createWorkshop();
  const cellsOf = (program: string, title: string, file: string = PAGES.asItIs, from = bundlers): Cell[] =>
    from.flatMap((bundler) =>
      installed.map((found) => ({
        runtime: `${bundler.name}${title}`,
        version: found.browser,
        run:
          found.browser !== 'webkit' || isWebKitInstalled ? (setup: Setup) => runPage(found, { bundler, program, file }, setup) : undefined,
      })),
    );
  const cells = [
    ...cellsOf('page.js', ''),
    ...cellsOf('page.js', ', as in 2023', PAGES.asIn2023, bundlers.slice(0, 1)),
    ...cellsOf('page.js', '', PAGES.withZone, [angular]),
    ...cellsOf('page-platform.js', ', local platform in the page'),
  ];
  return { cells, close };
};
