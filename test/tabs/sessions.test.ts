import { afterEach, describe, expect, it } from 'vitest';
import { measureTabs, openTabs, type Tabs } from '../shared-sessions/tabs.ts';
import { installedBrowsers } from '../browser/installed.ts';

const EXPIRIES = 60;
const perfect = { expiries: EXPIRIES, notOne: 0, failures: [], reused: 0, lost: 0 };

let tabs: Tabs | undefined;
afterEach(async () => {
  await tabs?.close();
  tabs = undefined;
});

describe.each(installedBrowsers.map(({ browser }) => browser))('tabs of %s', (browser) => {
  it.each([2, 5])('%d tabs share one refresh for each expiry of their access token', async (count) => {
    await expect(measureTabs(browser, count, EXPIRIES)).resolves.toEqual(perfect);
  });

  it('a tab follows a sign-in and a sign-out in another tab', async () => {
    tabs = await openTabs(browser, 2);
    const [one, other] = tabs.pages as [(typeof tabs.pages)[0], (typeof tabs.pages)[0]];
    await tabs.call(other);
    await tabs.signIn(one, tabs.service.login('ada'));
    await expect.poll(() => other.evaluate('tab.user()')).toBe('ada');
    await one.evaluate('tab.clear()');
    await expect.poll(() => other.evaluate('tab.events')).toEqual(['signed-in', 'signed-out']);
  });

  it('other tabs continue after a tab is closed during its refresh', async () => {
    tabs = await openTabs(browser, 3);
    const { service, pages, call } = tabs;
    await tabs.signIn(pages[0]!, service.login('ada'));
    await Promise.all(pages.map(call));
    for (let round = 0; round < 3; round++) {
      service.expire();
      const closing = pages[0]!;
      const arrived = new Promise<void>((resolve) => {
        // The service never exchanges the token of this refresh.
        service.onRefresh = () => {
          resolve();
          return new Promise(() => undefined);
        };
      });
      void call(closing).catch(() => undefined);
      await arrived;
      service.onRefresh = undefined;
      const others = pages.slice(1).map(call);
      await closing.close();
      pages.shift();
      await expect(Promise.all(others)).resolves.toEqual(others.map(() => 'ok'));
      await call(await tabs.open());
    }
    expect(service.counts).toEqual({ exchanged: 3, reused: 0 });
  });

  it('tabs keep the session if the disk becomes full after the sign-in', async () => {
    tabs = await openTabs(browser, 3);
    const { service, pages, call } = tabs;
    await tabs.signIn(pages[0]!, service.login('ada'));
    await Promise.all(pages.map(call));
    for (const page of pages)
      await page.evaluate(() => {
        const { put } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.put = function (...given) {
          if ('hasSpace' in globalThis) return put.apply(this, given);
          throw new DOMException('full', 'QuotaExceededError');
        };
      });
    for (let round = 0; round < 4; round++) {
      service.expire();
      await expect(Promise.all(pages.map(call))).resolves.toEqual(['ok', 'ok', 'ok']);
    }
    expect(service.counts).toEqual({ exchanged: 4, reused: 0 });
    // The next refresh is stored again, and a new tab reads it.
    for (const page of pages) await page.evaluate(() => void Object.assign(globalThis, { hasSpace: true }));
    service.expire();
    await expect(Promise.all(pages.map(call))).resolves.toEqual(['ok', 'ok', 'ok']);
    await expect(call(await tabs.open())).resolves.toBe('ok');
    expect(service.counts).toEqual({ exchanged: 5, reused: 0 });
    for (const page of pages) await expect(tabs.events(page)).resolves.not.toContain('signed-out');
  });

  it('offline tabs continue after reconnecting, with a single refresh of their session', async () => {
    tabs = await openTabs(browser, 2);
    const { service, pages, call, context } = tabs;
    await tabs.signIn(pages[0]!, service.login('ada'));
    await Promise.all(pages.map(call));
    service.expire();
    await context.setOffline(true);
    for (const answer of await Promise.all(pages.map(call))) expect(answer).not.toBe('ok');
    await context.setOffline(false);
    await expect(Promise.all(pages.map(call))).resolves.toEqual(['ok', 'ok']);
    expect(service.counts).toEqual({ exchanged: 1, reused: 0 });
    for (const page of pages) await expect(tabs.events(page)).resolves.not.toContain('signed-out');
  });

  it('tabs check the session when they return from the back/forward cache', async () => {
    tabs = await openTabs(browser, 2);
    const [one, other] = tabs.pages as [(typeof tabs.pages)[0], (typeof tabs.pages)[0]];
    const { service } = tabs;
    await tabs.signIn(one, service.login('ada'));
    await tabs.call(other);
    // Simulates the events of the back/forward cache, because the browser driver cannot follow a page into the cache.
    await other.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    await one.evaluate('tab.clear()');
    await expect(other.evaluate('tab.user()')).resolves.toBe('ada');
    await other.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await expect.poll(() => other.evaluate('tab.events')).toContain('signed-out');
  });
});
