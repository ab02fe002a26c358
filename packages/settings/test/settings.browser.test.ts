import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, indexedDbTokenStore } from '@platform-sdk/core';
import { createSettingsStore, createSettingsClient, webSettingsStorage } from '@platform-sdk/settings';
import { afterEach, beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest';
import { commands } from 'vitest/browser';

const { baseUrls, apiKey, username, password } = inject('localPlatform');

/** Opens the settings of a signed-in user, and a client that reads what the service has stored. */
const open = async () => {
  const platform = createPlatform({ apiKey, baseUrls, session: { store: indexedDbTokenStore() } });
  await createAuthClient(platform).login({ username, password });
  const service = createSettingsClient(platform);
  await service.update({ theme: 'light', language: 'en', sidebar_open: true });
  const settings = createSettingsStore(platform, { store: webSettingsStorage() });
  onTestFinished(settings.dispose);
  return { platform, settings, service };
};

/** Opens a page with settings in a separate tab of the same origin. */
const openTab = async (): Promise<number> => {
  localStorage.setItem('addresses', JSON.stringify({ apiKey, baseUrls }));
  const tab = await commands.openTab(new URL('./tab.ts', import.meta.url).pathname);
  onTestFinished(() => commands.closeTab(tab));
  await expect.poll(() => commands.inTab(tab, 'typeof settings')).toBe('object');
  return tab;
};

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

it('settings in localStorage are available to the next page, even if they were not sent', async () => {
  const { platform, settings } = await open();
  settings.set({ theme: 'dark' });
  settings.dispose();
  const next = createSettingsStore(platform, { store: webSettingsStorage() });
  onTestFinished(next.dispose);
  await expect.poll(() => next.get()).toEqual({ theme: 'dark' });
  expect(next.pending().fields).toEqual({ theme: 'dark' });
});

it('settings in localStorage that a page did not send are sent by the next page', async () => {
  const { platform, settings, service } = await open();
  settings.set({ language: 'de' });
  settings.dispose();
  const next = createSettingsStore(platform, { store: webSettingsStorage() });
  onTestFinished(next.dispose);
  await expect.poll(async () => (await service.get()).language).toBe('de');
  await expect.poll(() => next.pending().fields).toEqual({});
});

it('settings.load returns the values of the service in a browser', async () => {
  const { settings } = await open();
  await expect(settings.load()).resolves.toMatchObject({ theme: 'light', sidebar: { organizations: [{ name: 'Analytical Engines' }] } });
});

it.each([
  ['left', commands.leaveTab],
  ['closed', commands.closeTab],
])('changes arrive although their page is %s before the 500 ms have passed', async (_, end) => {
  const { service } = await open();
  const tab = await openTab();
  await commands.inTab(tab, "settings.set({ theme: 'dark', sidebar_open: false })");
  await end(tab);
  await expect.poll(() => service.get()).toMatchObject({ theme: 'dark', sidebar_open: false });
});

it('changes arrive if their page is only hidden', async () => {
  const { service, settings } = await open();
  // The timer of half a second never fires, so only hiding the page can send the changes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  settings.set({ sidebar_open: false });
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => settings.pending().fields).toEqual({});
  await expect(service.get()).resolves.toMatchObject({ sidebar_open: false });
});

it('a change in one tab changes the settings of another tab', async () => {
  const { settings } = await open();
  const tab = await openTab();
  const changed = new Promise<void>((resolve) => onTestFinished(settings.subscribe(resolve)));
  await commands.inTab(tab, "settings.set({ theme: 'dark' })");
  await changed;
  expect(settings.get()).toMatchObject({ theme: 'dark' });
  settings.set({ theme: 'light' });
  await expect.poll(() => commands.inTab(tab, 'settings.get().theme')).toBe('light');
});

it('the service receives the changes of both tabs', async () => {
  const { settings, service } = await open();
  const tab = await openTab();
  settings.set({ language: 'de' });
  await commands.inTab(tab, "settings.set({ theme: 'dark' })");
  await expect.poll(() => service.get()).toMatchObject({ theme: 'dark', language: 'de' });
  await expect.poll(() => settings.pending()).toEqual({ fields: {}, pins: {}, steps: {} });
  await expect.poll(() => commands.inTab(tab, 'settings.pending()')).toEqual({ fields: {}, pins: {}, steps: {} });
});
