import { createLocalPlatform, serve, type LocalPlatform, type LocalServer } from '@platform-sdk/local-platform';
import { sweep } from '@platform-sdk/local-platform/testing';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { chromium, firefox, type Browser, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installedBrowsers } from '../browser/installed.ts';

const VIEWS = ['requests', 'inbox', 'faults', 'clock', 'state', 'accounts', 'jobs', 'sweeps', 'assumptions'] as const;

/** Markup that would run if the inspector rendered it as HTML. */
const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

const PHONE = { width: 390, height: 780 };

describe.each(installedBrowsers.map((each) => [each.browser, each] as const))('the inspector in %s', (name, { launchOptions }) => {
  let browser: Browser;
  let platform: LocalPlatform;
  let server: LocalServer;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await (name === 'chromium' ? chromium.launch(launchOptions) : firefox.launch(launchOptions));
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    platform = createLocalPlatform();
    server = await serve(platform, { control: true });
    page = await browser.newPage({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // Browsers that lack trusted types log a message about the policy.
      if (message.type() === 'error' && !/trusted-types|401/.test(message.text())) problems.push(message.text());
    });
    page.on('dialog', (dialog) => void dialog.accept());
  });
  afterEach(async () => {
    await page.close();
    await server.close();
  });

  const open = async (view = ''): Promise<void> => {
    await page.goto(server.control?.inspector ?? '');
    await page
      .getByRole('status')
      .first()
      .getByText(/\d\d:\d\d:\d\d/)
      .waitFor();
    if (view !== '') await page.getByRole('navigation').getByText(view).click();
  };

  const register = (username: string): Promise<Response> =>
    fetch(`${server.baseUrls.auth}/users`, {
      method: 'POST',
      headers: { 'api-key': platform.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'p' }),
    });

  const rows = () => page.locator('.rows > [role=option]');
  const toast = (text: string) => page.locator('#toast.shown', { hasText: text }).waitFor();
  const accounts = () => platform.snapshot().messages.length;

  it('the inspector removes its token from the URL, and shows requests as they arrive', async () => {
    await open();
    expect(page.url()).toBe(`${server.origin}/#/requests`);
    await page.getByText('No request has come yet').waitFor();
    await register('grace@example.com');
    await rows().getByText('auth.register').waitFor();
    await rows().first().click();
    await page.getByRole('article').getByText('grace@example.com').first().waitFor();
    await page.getByText('The request matches the API specification.').waitFor();
    await page.getByText('Copy as SDK call').waitFor();
    expect(problems).toEqual([]);
  });

  it('the inspector requires a valid token before it shows data', async () => {
    await register('grace@example.com');
    for (const address of [server.origin, `${server.origin}/#token=wrong`, `${server.origin}/#token=%zz`]) {
      await page.goto('about:blank');
      await page.goto(address);
      await page.getByRole('heading', { name: 'Control token' }).waitFor();
      expect(await rows().count()).toBe(0);
    }
    await page.getByLabel('Control token').fill(server.control?.token ?? '');
    await page.getByRole('button', { name: 'Open' }).click();
    await rows().getByText('auth.register').waitFor();
  });

  it.each(['#/constructor', '#/__proto__', '#/nothing/1', '#/requests/%zz', '#%zz'])(
    'the inspector shows the list of requests at the unknown URL %s',
    async (hash) => {
      await open();
      await register('grace@example.com');
      await page.goto(`${server.origin}/${hash}`);
      await rows().getByText('auth.register').waitFor();
      // The platform returns 404 for the unknown id in the URL.
      expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    },
  );

  it('the inspector shows markup in data as text', async () => {
    await fetch(`${server.baseUrls.auth}/${encodeURIComponent(HOSTILE)}?${encodeURIComponent(HOSTILE)}=1`, {
      headers: { 'x-test': HOSTILE },
    });
    await register(HOSTILE);
    platform.seed({ accounts: [{ email: 'hostile@example.com', password: HOSTILE, firstName: HOSTILE }] });
    platform.seed({ organizations: [{ name: HOSTILE, owner: 'hostile@example.com', projects: [HOSTILE] }] });
    await open();
    for (const row of await rows().all()) {
      await row.click();
      await page.getByRole('article').getByText('API specification').first().waitFor();
    }
    for (const view of ['State', 'Accounts']) {
      await page.getByRole('navigation').getByText(view).click();
      await page.getByText('hostile@example.com').first().waitFor();
    }

    expect(await page.evaluate(() => [document.querySelectorAll('img, main script').length, 'hacked' in window])).toEqual([0, false]);
    expect(problems).toEqual([]);
  });

  it('pages of other local origins cannot use the inspector, even with its token', async () => {
    await register('grace@example.com');
    const other = await serve(createLocalPlatform());
    const pages = [server.sampleSite, other.sampleSite];
    const results: unknown[] = [];
    for (const address of pages) {
      await page.goto(address);
      results.push(
        await page.evaluate(
          async ({ origin, token }) => {
            const headers = { authorization: `Bearer ${token}` };
            const outcome = (sent: Promise<Response>) =>
              sent.then(
                ({ type, status }) => `${type} ${status}`,
                () => 'blocked',
              );
            return [
              await outcome(fetch(`${origin}/_local/accounts`, { headers })),
              await outcome(fetch(`${origin}/_local/accounts`)),
              await outcome(fetch(`${origin}/_local/reset`, { method: 'POST', mode: 'no-cors' })),
              await outcome(fetch(`${origin}/_local/events`, { mode: 'no-cors' })),
              navigator.sendBeacon(`${origin}/_local/reset`),
            ];
          },
          { origin: server.origin, token: server.control?.token ?? '' },
        ),
      );
    }
    await other.close();

    expect(results).toEqual(pages.map(() => ['blocked', 'blocked', 'opaque 0', 'opaque 0', true]));
    expect(accounts()).toBe(1);
  });

  it('the inspector is usable with the keyboard alone', async () => {
    for (const user of ['one', 'two', 'three']) await register(`${user}@example.com`);
    await open();
    await rows().nth(2).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('201');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('article').getByText('three@example.com').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('article').getByText('two@example.com').first().waitFor();
    expect(await page.locator('.rows > [aria-selected=true]').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.keyboard.press('Enter');
    await page.keyboard.press('4');
    await page.getByRole('heading', { name: 'Clock' }).waitFor();
    // Arrow keys select a row of the view's list, even if the list is not focused.
    await page.keyboard.press('5');
    await page.locator('.rows > .row').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('.rows > [aria-selected=true]').waitFor();
  });

  it('the inspector restores the state before a request, and repeats the request with a fault', async () => {
    await register('one@example.com');
    await register('two@example.com');
    await open();
    await rows().nth(1).click();
    await page.getByRole('button', { name: 'Go back to before it' }).click();
    await toast('The state is the one before request 1');
    expect(accounts()).toBe(0);
    await page.getByLabel('Fault of the repeated request').selectOption('fault: 503');
    await page.getByRole('button', { name: 'Repeat' }).click();
    await toast('Sent again: 503');
    await page.waitForURL(/#\/requests\/3$/);
    expect(platform.requestLog.at(-1)).toMatchObject({ operation: 'auth.register', status: 503 });
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await toast('Copied');
  });

  it('the inbox shows the codes of messages as they are sent', async () => {
    await open('Inbox');
    await register('grace@example.com');
    const { code = 'no code' } = platform.inbox.latest('grace@example.com') ?? {};
    await page.getByText(code, { exact: true }).waitFor();
    expect(code).toMatch(/^\d{6}$/);
  });

  it('the inspector adds a fault for an operation with one click, and removes it', async () => {
    await open('Faults');
    await page.getByRole('searchbox').fill('auth.register');
    await page.getByRole('button', { name: 'Add to auth.register' }).click();
    await page.getByText('auth.register · responds 503 · 1 more').waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No fault waits.').waitFor();
    await page.getByText('reset', { exact: true }).click();
    await page.getByRole('button', { name: 'Add to auth.register' }).click();
    await page.getByText('auth.register · reset').waitFor();
    await expect(register('grace@example.com')).rejects.toThrow('fetch failed');
    await page.getByText('No fault waits.').waitFor();
  });

  it('the inspector groups its reloads after many events, and its keys still work', async () => {
    await open('Inbox');
    let loads = 0;
    page.on('request', (request) => void (loads += Number(request.url().endsWith('/_local/inbox'))));
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 9 }, (_, index) => register(`user-${round}-${index}@example.com`)));
      await Promise.all(Array.from({ length: 120 }, (_, index) => fetch(`${server.baseUrls.converter}/none/${round}-${index}`)));
    }
    await rows().getByText('user-4-8@example.com').first().waitFor();
    await expect.poll(() => rows().count()).toBe(45);
    expect(loads).toBeLessThan(40);
    await page.keyboard.press('1');
    await rows().getByText('/converter/none/4-').first().waitFor();
    await page.getByText('The first 500 of 645.').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.locator('.rows > [role=option]:last-child[aria-selected=true]').waitFor();
    expect(problems).toEqual([]);
  });

  it('clearing the list of requests also clears it in another inspector', async () => {
    await open();
    const other = await browser.newPage();
    await other.goto(server.control?.inspector ?? '');
    await register('grace@example.com');
    for (const each of [page, other]) await each.locator('.rows').getByText('auth.register').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    for (const each of [page, other]) await each.getByText('No request has come yet').waitFor();
    await other.close();
    expect(problems).toEqual([]);
  });

  it('the inspector shows the matrix of a sweep, and runs a single cell again', async () => {
    await sweep({
      local: platform,
      journey: async ({ apiKey, account, fetch: send, ...local }) => {
        const session = createPlatform({ apiKey, fetch: send, baseUrls: local.baseUrls() });
        await createAuthClient(session).login({ username: account.email, password: account.password });
        const organizations = createOrganizationsClient(session);
        await organizations.create({ name: HOSTILE }).catch(() => organizations.create({ name: HOSTILE }));
      },
    });
    await open('Sweeps');
    await page.getByRole('heading', { name: 'journey: 5 findings' }).waitFor();
    // The wait has no timeout of its own, because a sweep replaces the timers of this process.
    const replayed = page.waitForResponse((response) => response.url().endsWith('/replay'), { timeout: 0 });
    await page.getByRole('button', { name: 'Replay organizations.create#1/lost: doubled' }).click();
    await replayed;
    await page.getByText('The platform keeps the state after this run').waitFor();
    expect(await page.getByRole('row', { name: 'organizations.create POST' }).count()).toBe(2);
    await page.getByRole('navigation').getByText('State').click();
    await page.getByLabel('Kind of records').selectOption('organizations');
    await rows().nth(2).waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('img, main script').length)).toBe(0);
    expect(problems).toEqual([]);
  });

  it('the inspector moves the clock', async () => {
    await open('Clock');
    await page.getByRole('button', { name: '+ 1 hour' }).click();
    await page.getByText('1 hour ahead of this machine').waitFor();
    expect(Math.round((platform.clock.now() - Date.now()) / 60_000)).toBe(60);
  });

  it('the inspector changes a record, a tier and a balance, and issues a session', async () => {
    await open('State');
    await rows().first().click();
    const editor = page.getByLabel('Fields to change');
    await editor.fill((await editor.inputValue()).replace('"Ada"', '"Augusta"'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toast('Saved');
    await page.getByRole('navigation').getByText('Accounts').click();
    await page.getByLabel('Tier of Analytical Engines').selectOption('pro');
    await toast('The tier is set');
    await page.getByRole('button', { name: '+ 100' }).click();
    await page.getByText('1100 CREDITS').waitFor();
    await page.getByRole('button', { name: 'Session' }).click();
    await page.getByRole('heading', { name: 'New: session' }).waitFor();
    const text = JSON.stringify(platform.snapshot().stores);
    expect([text.includes('Augusta'), text.includes('"tier":"pro"')]).toEqual([true, true]);
  });

  it('the inspector saves the state, resets it and loads it again', async () => {
    await register('grace@example.com');
    await open();
    // Some browser drivers do not report downloads.
    await page.evaluate(() => {
      const create = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (file: Blob) => {
        void file.text().then((text) => sessionStorage.setItem('saved', text));
        return create(file);
      };
    });
    await page.getByRole('button', { name: 'Save state' }).click();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('saved'))).toContain('platform-sdk-local');
    const saved = (await page.evaluate(() => sessionStorage.getItem('saved'))) ?? '';
    await page.getByRole('button', { name: 'Reset' }).click();
    await toast('The platform is as it began');
    expect(accounts()).toBe(0);
    const file = { name: 'state.json', mimeType: 'application/json', buffer: Buffer.from(saved) };
    await page.locator('#actions input[type=file]').first().setInputFiles(file);
    await toast('The state is loaded');
    expect(accounts()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('every view of the inspector fits a phone, in light and dark mode', async () => {
    await register('a-rather-long-address-of-somebody@subdomain.example.com');
    await page.setViewportSize(PHONE);
    await open();
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const view of VIEWS) {
        await page.goto(`${server.origin}/#/${view}`);
        await page.getByRole('heading', { level: 2 }).first().waitFor();
        // Has the effect of the system setting, which some browser drivers cannot change.
        await page.evaluate((scheme) => (document.documentElement.style.colorScheme = scheme), colorScheme);
        expect([view, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([view, PHONE.width]);
      }
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(ground).toBe(colorScheme === 'light' ? 'rgb(246, 247, 249)' : 'rgb(20, 22, 26)');
    }
    await page.goto(`${server.origin}/#/requests/1`);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await rows().first().waitFor();
  });

  it('the inspector recovers after the list of operations could not be loaded', async () => {
    await register('grace@example.com');
    await page.route('**/openapi.json', (route) => route.abort());
    await open();
    await page.locator('#toast.shown').waitFor();
    await page.unroute('**/openapi.json');
    await page.getByRole('navigation').getByText('accounts').click();
    await page.getByRole('heading', { name: 'Base addresses' }).waitFor();
    expect(await page.getByText(platform.apiKey).count()).toBe(1);
  });

  it('the inspector reconnects after the platform restarts', async () => {
    await open();
    const { port } = server;
    await server.close();
    await page.getByText('Not connected').waitFor();
    server = await serve(platform, { port, control: { token: server.control?.token ?? '' } });
    await page
      .getByRole('status')
      .first()
      .getByText(/\d\d:\d\d:\d\d/)
      .waitFor();
    await register('grace@example.com');
    await rows().getByText('auth.register').waitFor();
    expect(await rows().count()).toBe(1);
  });
});
