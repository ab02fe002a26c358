import { cookieTokenStore, createPlatform, refreshCookie, refreshKey, type Platform, type TokenStore } from '@platform-sdk/core';
import { expect, it, vi } from 'vitest';
import { createBrowser, sessionIn, type Browser } from './browser-cookies.ts';
import { sessionDocument, standingClock, tokens } from './fixtures.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

/** The number of parallel requests of a page. */
const LOADS = 6;
const LIFE_MS = 900_000;

/** Simulates a service that accepts each refresh token once: it exchanges `refresh-of-1` for `refresh-of-2`, and so on. */
const service = (fault?: () => Response | undefined) => {
  const used = new Set<string>();
  return recordingFetch(({ body }) => {
    const token = (body as { refresh_token: string }).refresh_token;
    const failure = fault?.() ?? (used.has(token) ? json({}, 401) : undefined);
    if (failure) return failure;
    used.add(token);
    return json(sessionDocument(String(Number(token.replace('refresh-of-', '')) + 1)));
  });
};

const bench = async (fault?: () => Response | undefined) => {
  const clock = standingClock();
  const wire = service(fault);
  const platform = (store: TokenStore): Platform =>
    createPlatform({ apiKey: 'app-1', baseUrls: { auth: 'https://auth.test/v1' }, fetch: wire.fetch, clock, session: { store } });
  const browser = createBrowser();
  await platform(cookieTokenStore(browser.exchange())).session.set({ ...tokens('1'), id: 'user-1' });
  /** Calls `refreshCookie` as a middleware does, with the current cookies of a browser. */
  const load = (from: Browser = browser, rejected?: string) => refreshCookie({ platform, read: from.exchange().read, rejected });
  const keyOf = (from: Browser = browser) =>
    refreshKey(createPlatform({ clock, session: { store: cookieTokenStore({ read: from.exchange().read }) } }));
  return { clock, wire, platform, browser, load, keyOf };
};

const copyOf = ({ jar }: Browser): Browser => createBrowser(Object.fromEntries(jar));

it('returns no cookies for a valid session, and none if no user is signed in', async () => {
  const { load, wire } = await bench();
  await expect(load()).resolves.toEqual([]);
  await expect(load(createBrowser())).resolves.toEqual([]);
  expect(wire.sent).toHaveLength(0);
});

it('refreshes once for parallel requests with an expired session, and returns the session cookie to all of them', async () => {
  const { load, wire, clock, browser } = await bench();
  clock.advance(LIFE_MS);
  const all = await Promise.all(Array.from({ length: LOADS }, () => load()));
  expect(wire.sent).toHaveLength(1);
  for (const cookies of all) {
    expect(cookies.map(({ name, attributes }) => ({ name, attributes }))).toEqual([
      { name: 'session', attributes: { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } },
    ]);
    browser.receive(cookies);
    expect(sessionIn(browser)).toMatchObject({ refreshToken: 'refresh-of-2', id: 'user-1' });
  }
});

it('returns the newest tokens to a late request with the old cookie', async () => {
  const { load, wire, clock, browser } = await bench();
  const late = copyOf(browser);
  for (const generation of [2, 3]) {
    clock.advance(LIFE_MS);
    browser.receive(await load());
    expect(sessionIn(browser)).toMatchObject({ refreshToken: `refresh-of-${generation}` });
  }
  late.receive(await load(late));
  expect(sessionIn(late)).toMatchObject({ refreshToken: 'refresh-of-3' });
  expect(wire.sent).toHaveLength(2);
});

it('refreshes rejected tokens only once, although the access token seems valid', async () => {
  const { load, wire, browser, keyOf } = await bench();
  const key = await keyOf();
  const all = await Promise.all(Array.from({ length: LOADS }, () => load(browser, key)));
  for (const cookies of all) browser.receive(cookies);
  expect(sessionIn(browser)).toMatchObject({ refreshToken: 'refresh-of-2' });
  await expect(load(browser, key)).resolves.toEqual([]);
  expect(wire.sent).toHaveLength(1);
});

it('removes the session from the cookie if the refresh token is rejected', async () => {
  const { load, browser, clock } = await bench(() => json({}, 401));
  clock.advance(LIFE_MS);
  browser.receive(await load());
  expect(sessionIn(browser)).toBeNull();
});

it('returns no cookies while the service is down, and refreshes with the next request', async () => {
  let isDown = true;
  const { load, wire, clock, browser } = await bench(() => (isDown ? json({}, 503) : undefined));
  clock.advance(LIFE_MS);
  await expect(load()).resolves.toEqual([]);
  isDown = false;
  browser.receive(await load());
  expect(sessionIn(browser)).toMatchObject({ refreshToken: 'refresh-of-2' });
  expect(wire.sent).toHaveLength(2);
});

it('rejects while the service is down if the tokens were rejected, because the page would redirect again', async () => {
  const { load, browser, keyOf } = await bench(() => json({}, 503));
  await expect(failureOf(load(browser, await keyOf()))).resolves.toMatchObject({ kind: 'http', status: 503 });
});

it('shares the refresh of refreshCookie with other platforms of the process whose stores can write', async () => {
  const { load, wire, clock, platform, browser } = await bench();
  clock.advance(LIFE_MS);
  const [one, other] = [browser.exchange(), browser.exchange()];
  await Promise.all([
    platform(cookieTokenStore(one)).session.refreshIfNeeded(),
    platform(cookieTokenStore(other)).session.refreshIfNeeded(),
    load(),
  ]);
  expect(wire.sent).toHaveLength(1);
  expect(sessionIn(browser)).toMatchObject({ refreshToken: 'refresh-of-2' });
});

it('returns the new tokens to the next request if a response could not set the cookie', async () => {
  const { load, wire, clock, platform, browser } = await bench();
  clock.advance(LIFE_MS);
  const { read } = browser.exchange();
  // Some frameworks ignore cookies after the first byte of the response.
  await platform(cookieTokenStore({ read, write: () => undefined })).session.refreshIfNeeded();
  browser.receive(await load());
  expect(sessionIn(browser)).toMatchObject({ refreshToken: 'refresh-of-2' });
  expect(wire.sent).toHaveLength(1);
});

it('forgets a refresh after a minute, so that the old refresh token is rejected', async () => {
  const { load, wire, clock, browser } = await bench();
  const late = copyOf(browser);
  const began = performance.now();
  const time = vi.spyOn(performance, 'now').mockReturnValue(began);
  clock.advance(LIFE_MS);
  browser.receive(await load());
  time.mockReturnValue(began + 60_000);
  const inTime = copyOf(late);
  inTime.receive(await load(inTime));
  expect(sessionIn(inTime)).toMatchObject({ refreshToken: 'refresh-of-2' });
  expect(wire.sent).toHaveLength(1);
  time.mockReturnValue(began + 60_001);
  late.receive(await load(late));
  expect(sessionIn(late)).toBeNull();
  expect(wire.sent).toHaveLength(2);
});

it('does not restore an ended session for a late request with an earlier cookie', async () => {
  const { load, clock, platform, browser } = await bench();
  const late = copyOf(browser);
  for (let refreshes = 0; refreshes < 2; refreshes++) {
    clock.advance(LIFE_MS);
    browser.receive(await load());
  }
  await platform(cookieTokenStore(browser.exchange())).session.clear();
  late.receive(await load(late));
  expect(sessionIn(late)).toBeNull();
});

it('sends every refresh if the service never changes its refresh token', async () => {
  const clock = standingClock();
  const wire = recordingFetch(() => {
    const { data } = sessionDocument(`${wire.sent.length}`) as { data: { attributes: object } };
    return json({ data: { ...data, attributes: { ...data.attributes, refreshToken: 'stays' } } });
  });
  const platform = (store: TokenStore): Platform =>
    createPlatform({ apiKey: 'app-1', baseUrls: { auth: 'https://auth.test/v1' }, fetch: wire.fetch, clock, session: { store } });
  const browser = createBrowser();
  await platform(cookieTokenStore(browser.exchange())).session.set({ ...tokens('0'), refreshToken: 'stays' });
  for (const count of [1, 2]) {
    clock.advance(LIFE_MS);
    browser.receive(await refreshCookie({ platform, read: browser.exchange().read }));
    expect(wire.sent).toHaveLength(count);
  }
});

it('returns a refresh key without a token, and an empty string if no user is signed in', async () => {
  const { keyOf } = await bench();
  await expect(keyOf()).resolves.toMatch(/^[0-9a-f]{16}$/);
  await expect(keyOf(createBrowser())).resolves.toBe('');
});
