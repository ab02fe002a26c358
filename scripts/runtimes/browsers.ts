import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromium, firefox, type Browser, type Page } from 'playwright';
import type { Report, Scene } from '../../runtimes/programs/scenario.ts';
import { installedBrowsers } from '../../test/browser/installed.ts';
import { angular, bundlers, makePages, PAGES, type Bundler } from './bundles.ts';
import type { Cell, Setup } from './cell.ts';

const TIMEOUT_MS = 60_000;
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' };

type Installed = (typeof installedBrowsers)[number];

/** The page of a bundled program. */
interface BundledPage {
  readonly bundler: Bundler;
  readonly program: string;
  readonly file: string;
}

/** The parts that pages share: browsers, which start slowly, bundles, which are made once, and their server. */
interface Workshop {
  readonly runPage: (installed: Installed, page: BundledPage, setup: Setup) => Promise<Report>;
  readonly close: () => Promise<void>;
}

const createWorkshop = (): Workshop => {
  const browsers = new Map<Installed, Promise<Browser>>();
  const pages = new Map<string, Promise<string>>();
  let files: ReturnType<typeof serveFolder> | undefined;

  const once = <Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value => {
    const value = known.get(key) ?? make();
    known.set(key, value);
    return value;
  };

  return {
    async runPage(installed, { bundler, program, file }, { consumer, scene }) {
      const folder = await once(pages, `${bundler.name} ${program}`, () => makePages(consumer, bundler, program));
      const { origin } = await (files ??= serveFolder(consumer));
      const browser = await once(browsers, installed, () => launch(installed));
      const context = await browser.newContext();
      try {
        return await runScenarioIn(await context.newPage(), `${origin}/${folder}/${file}`, program === 'page.js' ? scene : undefined);
      } finally {
        await context.close();
      }
    },
    async close() {
      await Promise.all([...browsers.values()].map(async (browser) => (await browser).close()));
      (await files)?.close();
    },
  };
};

const launch = ({ browser, launchOptions }: Installed): Promise<Browser> =>
  (browser === 'chromium' ? chromium : firefox).launch({ ...launchOptions, timeout: TIMEOUT_MS });

/** Serves the files of a folder. */
const serveFolder = async (folder: string): Promise<{ readonly origin: string; readonly close: () => void }> => {
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURI(new URL(url, 'http://127.0.0.1').pathname);
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
    createReadStream(join(folder, path))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

/** Runs the program of a page. One that has the platform in itself must not send a request anywhere. */
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
  if (!scene && sent.length > 0) throw new Error(`${sent.length} requests left the page: ${sent.join(' ')}`);
  return report;
};

/** Every bundle in every browser, against a local platform on a port, and with one in the page. */
export const createPageCells = (): { readonly cells: readonly Cell[]; readonly close: () => Promise<void> } => {
  const { runPage, close } = createWorkshop();
  const cellsOf = (program: string, title: string, file: string = PAGES.asItIs, from = bundlers): Cell[] =>
    from.flatMap((bundler) =>
      installedBrowsers.map((installed) => ({
        runtime: `${bundler.name}${title}`,
        version: installed.browser,
        run: (setup: Setup) => runPage(installed, { bundler, program, file }, setup),
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
