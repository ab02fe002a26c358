import { createLocalPlatform, serve, type LocalPlatform, type LocalServer } from '@platform-sdk/local-platform';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, firefox, type Browser, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { installedBrowsers } from '../browser/installed.ts';
import { reachFor } from './page.ts';

/** The host name of a foreign site. The browsers resolve the name to this machine. */
const STRANGER = 'stranger.example';

const launch = async ({ browser, launchOptions }: (typeof installedBrowsers)[number]): Promise<Browser> =>
  browser === 'chromium'
    ? chromium.launch({ ...launchOptions, args: [...launchOptions.args, `--host-resolver-rules=MAP ${STRANGER} 127.0.0.1`] })
    : firefox.launch({ ...launchOptions, firefoxUserPrefs: { 'network.dns.localDomains': STRANGER } });

/** Starts a site of empty pages that redirects on request. Returns its port. */
const startSite = async (): Promise<number> => {
  const site = createServer(({ url = '' }, response) => {
    const [path, to = ''] = url.split('?');
    if (path === '/to') return response.writeHead(302, { location: decodeURIComponent(to) }).end();
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A page</title><body></body>');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  return (site.address() as AddressInfo).port;
};

describe.each(installedBrowsers.map((each) => [each.browser, each] as const))('a page in %s', (_, each) => {
  let browser: Browser;
  let platform: LocalPlatform;
  let server: LocalServer;

  beforeAll(async () => {
    browser = await launch(each);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    platform = createLocalPlatform();
    server = await serve(platform);
  });
  afterEach(() => server.close());

  const pageAt = async (url: string): Promise<Page> => {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(url);
    return page;
  };

  it('a page of another origin cannot read responses, and none of its requests runs a rule', async () => {
    const page = await pageAt(`http://${STRANGER}:${await startSite()}/`);
    const { readable, tried } = await page.evaluate(reachFor, server.origin);
    expect(tried).toBe(14);
    expect(readable).toEqual([]);
    expect(platform.requestLog).toEqual([]);
    expect(platform.jobs).toEqual([]);
  });

  it('a page of this machine can read responses, with credentials', async () => {
    const page = await pageAt(`http://localhost:${await startSite()}/`);
    const { readable } = await page.evaluate(reachFor, server.origin);
    expect(readable).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^plain: /),
        expect.stringMatching(/^with credentials: /),
        expect.stringMatching(/^a login: /),
      ]),
    );
    expect(platform.requestLog.length).toBeGreaterThan(3);
  });

  it('a page whose host name was rebound to this machine gets 403 for every request, and no rule runs', async () => {
    // The browser treats this page as same-origin, so CORS protects nothing.
    const page = await pageAt(`http://${STRANGER}:${server.port}/`);
    const statuses = await page.evaluate(async () => {
      const headers = { 'api-key': 'local-api-key', 'content-type': 'application/json' };
      const body = '{"username":"ada@example.com","password":"difference-engine"}';
      const asked = [
        fetch('/converter/api/health'),
        fetch('/control/v1/organizations', { headers, credentials: 'include' }),
        fetch('/auth/v1/oauth/token', { method: 'POST', headers, body }),
        fetch('/converter/api/convert', { method: 'POST', headers, body: '{"url":"http://127.0.0.1/"}' }),
      ];
      return (await Promise.all(asked)).map(({ status }) => status);
    });
    expect(statuses).toEqual([403, 403, 403, 403]);
    expect(platform.requestLog).toEqual([]);
  });
});
