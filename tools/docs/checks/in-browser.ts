/** Opens pages in Chromium. Checks their accessibility, requests to other hosts, errors in the console, and the keyboard. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright';

export interface BrowserReport {
  readonly visits: number;
  readonly problems: readonly string[];
}

interface Look {
  readonly name: string;
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

const LOOKS: readonly Look[] = [
  { name: 'light', width: 1400, colorScheme: 'light' },
  { name: 'dark', width: 1400, colorScheme: 'dark' },
  { name: 'tablet', width: 1000, colorScheme: 'light' },
  { name: 'phone', width: 390, colorScheme: 'light' },
];

/** Finds tables that are wider than their column or scroll within it, and returns their header rows. */
const CUT_TABLES = `[...document.querySelectorAll('.vp-doc table')]
  .filter((table) => table.scrollWidth > table.clientWidth + 1 || table.getBoundingClientRect().right > table.parentElement.getBoundingClientRect().right + 1)
  .map((table) => table.tHead?.textContent.trim() ?? '')`;

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  });

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/**
 * Visits each page in one theme and size, which alternate between pages. With `everyLook`, visits each page in every theme and size. Calls
 * `shoot` with each page after its checks.
 */
export const checkInBrowser = async (
  origin: string,
  paths: readonly string[],
  everyLook: boolean,
  shoot: (page: Page, path: string, look: string) => Promise<unknown>,
): Promise<BrowserReport> => {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const problems: string[] = [];
  const browser = await launch();
  let visits = 0;
  try {
    for (const [turn, { name, width, colorScheme }] of LOOKS.entries()) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      let path = '';
      page.on('request', (request) => {
        const { protocol, origin: target } = new URL(request.url());
        if (protocol.startsWith('http') && target !== origin) problems.push(`${path} (${name}) requests ${request.url()}`);
      });
      page.on('console', (message) => void (message.type() === 'error' && problems.push(`${path} (${name}) logs ${message.text()}`)));
      page.on('pageerror', (error) => problems.push(`${path} (${name}) throws ${error.message}`));
      for (path of everyLook ? paths : paths.filter((_, index) => index % LOOKS.length === turn)) {
        await page.goto(`${origin}/${path}`, { waitUntil: 'networkidle' });
        visits += 1;
        // The page's policy allows no other scripts, so the check is injected through the debugger.
        const violations = await page.evaluate<Violation[]>(`${axe}; axe.run().then(({ violations }) => violations)`);
        for (const { id, help, nodes } of violations)
          problems.push(`${path} (${name}) axe ${id}: ${help} (${nodes.length}, first ${nodes[0]?.target.join(' ')})`);
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (overflow > 0) problems.push(`${path} (${name}) is ${overflow} pixels wider than its window`);
        for (const cut of await page.evaluate<string[]>(CUT_TABLES)) problems.push(`${path} (${name}) cuts off the table ${cut}`);
        await shoot(page, path, name);
      }
      await context.close();
    }
    problems.push(...(await checkKeyboard(browser, origin)));
  } finally {
    await browser.close();
  }
  return { visits, problems };
};

/** Checks that a reader can find an error code without a mouse. */
const checkKeyboard = async (browser: Browser, origin: string): Promise<readonly string[]> => {
  const page = await browser.newPage();
  await page.goto(`${origin}/guides/streams.html`, { waitUntil: 'networkidle' });
  await page.keyboard.press('Tab');
  const first = await page.evaluate('document.activeElement?.textContent?.trim()');
  await page.keyboard.press('/');
  await page.locator('.VPLocalSearchBox input').waitFor();
  await page.keyboard.type('SESSION_NOT_FOUND');
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/errors\/codes/, { timeout: 10_000 }).catch(() => undefined);
  const address = page.url();
  return [
    ...(first === 'Skip to content' ? [] : [`The first stop of the Tab key is ${String(first)}, not the link to the content.`]),
    ...(address.includes('errors/codes') ? [] : [`Enter in the search leads to ${address}.`]),
  ];
};
