import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedBrowsers } from '../../../test/browser/installed.ts';
import { violationsOf } from './axe.ts';
import { launch, openConsole, type OpenConsole } from './open-console.ts';
import { shoot } from './shoot.ts';

/** Every page by its URL, with a string that appears when the page is ready. */
const PAGES = {
  organizations: { path: '/', ready: 'Difference Works' },
  organization: { link: 'Difference Works', ready: 'mary@example.com' },
  project: { link: 'Support assistant', ready: 'Create pass' },
  agents: { path: '/agents', ready: 'agent-support' },
  agent: { path: '/agents/agent-support', ready: 'Numbers: Latency' },
  wallets: { path: '/wallets', ready: 'organization' },
  wallet: { link: 'Difference Works', ready: 'Numbers: Balance' },
  traces: { path: '/traces', ready: 'Support assistant' },
  'project-traces': { link: 'Bernoulli numbers', ready: 'Numbers: Tokens' },
  trace: { link: /^(?:chat|review|report)$/, ready: 'Input and output' },
  memory: { path: '/memory', ready: 'My team is in Turin' },
  chat: { path: '/chat', ready: 'are free in this minute' },
  upload: { path: '/upload', ready: 'Drop a file here' },
  search: { path: '/search?q=difference+engine', ready: 'Found pages' },
  converter: { path: '/converter', ready: 'Address' },
  settings: { path: '/settings', ready: 'All changes are sent' },
} as const;

type Entry = { readonly ready: string } & ({ readonly path: string } | { readonly link: string | RegExp });

const LOOKS = [
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['phone', { viewport: { width: 390, height: 780 }, colorScheme: 'dark' as const }],
] as const;

describe.each(installedBrowsers.map((each) => [each.browser, each] as const))('the pages in %s', (name, installed) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(installed);
  });
  afterAll(() => browser.close());

  describe.each(LOOKS)('on a %s', (look, options) => {
    let opened: OpenConsole;
    let atSignIn: readonly string[];
    beforeAll(async () => {
      opened = await openConsole(browser, options);
      await opened.goTo('/');
      await opened.page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await shoot(opened.page, `${name}-${look}-sign-in`);
      atSignIn = await violationsOf(opened.page);
      await opened.signIn();
      if (look === 'phone') {
        await opened.goTo('/settings');
        await opened.page.getByLabel('Theme').selectOption('dark');
        await opened.page.getByText('All changes are sent').waitFor();
        await opened.page.getByRole('button', { name: 'Menu' }).click();
        await shoot(opened.page, `${name}-${look}-menu`);
      }
    });
    afterAll(() => opened.close());

    it('the sign-in page has no accessibility violations', () => {
      expect(atSignIn).toEqual([]);
    });

    it.each(Object.entries(PAGES) as [string, Entry][])(
      'the page %s shows its contents, without violations or horizontal scrolling',
      async (id, entry) => {
        const { page, goTo } = opened;
        if ('path' in entry) await goTo(entry.path);
        else await page.getByRole('main').getByRole('link', { name: entry.link }).first().click();
        await page.getByRole('main').getByText(entry.ready).first().waitFor();
        await expect.poll(() => page.getByText('Loading …').count(), { timeout: 30_000 }).toBe(0);
        await shoot(page, `${name}-${look}-${id}`);
        expect(await violationsOf(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      },
    );
  });
});
