import { beforeEach, describe, expect, it } from 'vitest';
import { installedBrowsers } from '../../../test/browser/installed.ts';
import { openEach, write } from './open-console.ts';

describe.each(installedBrowsers.map((each) => [each.browser, each] as const))('on a phone in %s, the console', (_, installed) => {
  const opened = openEach(installed, { viewport: { width: 390, height: 780 } });

  // Waits until the first page has moved the focus to its heading.
  beforeEach(async () => {
    await opened().page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  });

  const openMenu = async (): Promise<void> => {
    const menu = opened().page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await menu.press('Enter');
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true');
  };

  it('other pages still work if the code of one page does not arrive', async () => {
    const { page, problems } = opened();
    await page.route(/assets\/converter-.*\.js/, (route) => route.abort());
    await openMenu();
    await page.getByRole('link', { name: 'Converter' }).click();
    await page.getByText('This page could not be loaded').waitFor();
    await openMenu();
    await page.getByRole('link', { name: 'Wallets' }).click();
    await page.getByRole('heading', { level: 1, name: 'Wallets' }).waitFor();
    expect(await page.getByText('This page could not be loaded').count()).toBe(0);
    // React logs the error that the page shows.
    expect(problems.splice(0).every((problem) => /module|Error/.test(problem))).toBe(true);
  });

  it('Escape closes the menu, and focuses its button', async () => {
    const menu = opened().page.getByRole('button', { name: 'Menu' });
    await openMenu();
    await opened().page.getByRole('link', { name: 'Wallets' }).focus();
    await opened().page.keyboard.press('Escape');
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
    expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('an offline write fails with a message, and is not sent later', async () => {
    const { page, context, problems } = opened();
    const listed = page.getByRole('link', { name: 'Difference Works' });
    await listed.waitFor();
    await context.setOffline(true);
    await write(page.getByLabel('Name'), 'Written without a connection');
    await page.getByRole('button', { name: 'Create' }).click();
    // The list may also show this message, so only the form is searched.
    await page.getByRole('form', { name: 'New organization' }).getByText('The service cannot be reached').waitFor();
    await context.setOffline(false);
    await page.reload();
    await listed.waitFor();
    expect(await page.getByText('Written without a connection').count()).toBe(0);
    // Firefox reports an offline request as a request that CORS blocks.
    expect(problems.splice(0).filter((problem) => !problem.includes('CORS'))).toEqual([]);
  });
});
