/**
 * Runs every runnable snippet of the built site by its button, in each installed browser. Tries the controls of a run. Arguments: browsers,
 * and beginnings of pages.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtSite } from './checks/built-site.ts';
import { installedBrowsers } from '../../test/browser/installed.ts';
import { tryControls } from './run-buttons/controls.ts';
import { openBrowser } from './run-buttons/browsers.ts';
import { serveFolder } from '@platform-sdk/build/static-server';
import type { Page } from 'playwright';

const LIMIT_MS = 60_000;

const site = builtSite();
const isBrowser = (word: string): boolean => word === 'chromium' || word === 'firefox';
const beginnings = process.argv.slice(2).filter((word) => !isBrowser(word));
const named = process.argv.slice(2).filter(isBrowser);
const browsers = installedBrowsers.filter(({ browser }) => named.length === 0 || named.includes(browser));

/** Returns the pages with buttons, and the number of buttons on each page. */
const pagesWithButtons = async (): Promise<ReadonlyMap<string, number>> => {
  const files = (await readdir(site, { recursive: true }))
    .filter((file) => file.endsWith('.html'))
    .map((file) => file.replaceAll('\\', '/'));
  const counted = await Promise.all(
    files.map(async (file) => [file, (await readFile(join(site, file), 'utf8')).split('class="run-snippet"').length - 1] as const),
  );
  const isNamed = (file: string): boolean => beginnings.length === 0 || beginnings.some((beginning) => file.startsWith(beginning));
  return new Map(counted.filter(([file, count]) => count > 0 && isNamed(file)).toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

/** Presses a button and waits for the end of the run. Returns the failure, if any. */
const press = async (page: Page, index: number): Promise<string | undefined> => {
  const snippet = page.locator('.run-snippet').nth(index);
  await snippet.locator('button.run').click();
  const ended = page.locator('.run-snippet').nth(index).and(page.locator('[data-state=done], [data-state=failed]'));
  const isOver = await ended.waitFor({ timeout: LIMIT_MS }).then(
    () => true,
    () => false,
  );
  if (isOver && (await snippet.getAttribute('data-state')) === 'done') return undefined;
  return `${isOver ? 'failed' : `did not end within ${LIMIT_MS / 1000} s`}: ${(await snippet.locator('.console').innerText()).slice(-600)}`;
};

const pages = await pagesWithButtons();
/** The worker compiles code, loads parts of itself, and needs no network. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'none'";
/** A page's own policy is stricter: its meta element lists the hashes of the inline scripts. */
const PAGE_POLICY = "script-src 'self' 'unsafe-inline'; worker-src 'self'; connect-src 'self'; object-src 'none'";

const server = await serveFolder(site, (path) => ({
  'Cache-Control': 'max-age=600',
  'Content-Security-Policy': path.startsWith('/runner/') ? WORKER_POLICY : PAGE_POLICY,
}));
const failures = new Set<string>();
try {
  for (const installed of browsers) {
    const browser = await openBrowser(installed);
    let pressed = 0;
    try {
      const page = await browser.newPage();
      page.on('pageerror', ({ message }) => failures.add(`${installed.browser} ${page.url()}: ${message}`));
      page.on('console', (message) => {
        if (/Content.Security.Policy/i.test(message.text())) failures.add(`${installed.browser} ${page.url()}: ${message.text()}`);
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(server.origin)) failures.add(`${installed.browser} ${page.url()}: a request for ${request.url()}`);
      });
      for (const [file, count] of pages) {
        await page.goto(`${server.origin}/${file}`);
        for (let index = 0; index < count; index += 1) {
          const failure = await press(page, index);
          pressed += 1;
          if (failure === undefined) continue;
          console.log(`failed  ${installed.browser} ${file}: ${failure}`);
          failures.add(`${installed.browser} ${file}, snippet ${index + 1}: ${failure}`);
        }
      }
      const tried = await tryControls(page, server.origin);
      for (const failure of tried.failures) failures.add(`${installed.browser} controls: ${failure}`);
      console.log(`${installed.browser}: ${pressed} buttons on ${pages.size} pages pressed, ${tried.count} controls tried`);
    } finally {
      await browser.close();
    }
  }
} finally {
  server.close();
}
for (const failure of failures) console.log(`failed  ${failure}`);
if (installedBrowsers.length === 0) console.log('No browser is installed, so no button was pressed.');
console.log(`${failures.size} failures`);
process.exitCode = failures.size === 0 ? 0 : 1;
