import { cookieTokenStore, createPlatform, type LogEvent } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { createBrowser, type Exchange } from './browser-cookies.ts';
import { tokens } from './fixtures.ts';
import { failureOf, json } from './recording-fetch.ts';
import { sessionBench } from './session-bench.ts';

const platformOf = ({ read, write }: Exchange) => createPlatform({ session: { store: cookieTokenStore({ read, write }) } });
const longTokens = (length: number) => ({ ...tokens('a'), accessToken: 'x'.repeat(length) });

it('splits a long session into two cookies that are short enough for browsers', async () => {
  const browser = createBrowser();
  await platformOf(browser.exchange()).session.set(longTokens(5000));
  expect([...browser.jar.keys()]).toEqual(['session', 'session.1']);
  for (const [name, value] of browser.jar) {
    expect(name.length + value.length).toBeLessThan(4000);
    expect(encodeURIComponent(value)).toBe(value);
  }
  await expect(platformOf(browser.exchange()).session.get()).resolves.toMatchObject(longTokens(5000));
});

it.each([
  ['gets shorter', (platform: ReturnType<typeof platformOf>) => platform.session.set(tokens('b'))],
  ['ends', (platform: ReturnType<typeof platformOf>) => platform.session.clear()],
])('removes the second cookie if the session %s, in the same and in a later request', async (_, change) => {
  const browser = createBrowser();
  const first = platformOf(browser.exchange());
  await first.session.set(longTokens(5000));
  await change(platformOf(browser.exchange()));
  expect([...browser.jar.keys()]).toEqual(['session']);
  const same = platformOf(browser.exchange());
  await same.session.set(longTokens(5000));
  await change(same);
  expect([...browser.jar.keys()]).toEqual(['session']);
});

it('rejects a sign-in that is too long for two cookies, and keeps the earlier session', async () => {
  const browser = createBrowser();
  await platformOf(browser.exchange()).session.set(tokens('a'));
  const { session } = platformOf(browser.exchange());
  await expect(failureOf(session.set(longTokens(8000)))).resolves.toMatchObject({ kind: 'too-large' });
  await expect(session.get()).resolves.toMatchObject(tokens('a'));
  await expect(platformOf(browser.exchange()).session.get()).resolves.toMatchObject(tokens('a'));
});

it('ignores a session whose second cookie comes from another response or is missing', async () => {
  const [one, other] = [createBrowser(), createBrowser()];
  await platformOf(one.exchange()).session.set(longTokens(5000));
  await platformOf(other.exchange()).session.set(longTokens(5100));
  for (const cookies of [
    { ...Object.fromEntries(one.jar), 'session.1': other.jar.get('session.1') ?? '' },
    { session: one.jar.get('session') ?? '' },
  ])
    await expect(platformOf(createBrowser(cookies).exchange()).session.get()).resolves.toBeUndefined();
});

it('logs a warning if a refreshed session is too long for cookies, and continues the call', async () => {
  const browser = createBrowser();
  await platformOf(browser.exchange()).session.set({ ...tokens('a'), id: 'user-1' });
  const events: LogEvent[] = [];
  const attributes = { ...tokens('b'), accessToken: 'x'.repeat(8000) };
  const long = { data: { id: 'user-1', type: 'session', attributes } };
  const { read, write } = browser.exchange();
  const bench = sessionBench(
    { refresh: () => json(long) },
    { session: { store: cookieTokenStore({ read, write }) }, logger: (event) => events.push(event) },
  );
  await bench.session.get();
  bench.clock.advance(900_000);
  await bench.read();
  expect(bench.bearers()).toEqual([`Bearer ${'x'.repeat(8000)}`]);
  expect(events).toContainEqual({
    type: 'warning',
    code: 'STORE_NOT_WRITTEN',
    message: expect.stringContaining('too long for cookies') as string,
  });
});
