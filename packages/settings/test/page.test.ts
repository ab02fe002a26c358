import { webSettingsStorage } from '@platform-sdk/settings';
import { beforeEach, expect, it, vi } from 'vitest';
import { json, recordingFetch, settingsOver } from './bench.ts';

/** Creates the parts of a window and a document that settings use. Counts their listeners. */
const openPage = () => {
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const live = new Set<unknown>();
  for (const target of [page, document]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    target.addEventListener = (type, listener, options) => {
      live.add(listener);
      (options as AddEventListenerOptions | undefined)?.signal?.addEventListener('abort', () => live.delete(listener));
      add.call(target, type, listener, options);
    };
    target.removeEventListener = (type, listener) => {
      live.delete(listener);
      remove.call(target, type, listener);
    };
  }
  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', page.addEventListener);
  vi.stubGlobal('removeEventListener', page.removeEventListener);
  return {
    listeners: () => live.size,
    fire: (type: string) => page.dispatchEvent(new Event(type)),
    show: (visibilityState: 'visible' | 'hidden') => {
      document.visibilityState = visibilityState;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
};

/** Returns a fetch that also records the `keepalive` of each request. */
const keeping = (wire: ReturnType<typeof recordingFetch>) => {
  const kept: boolean[] = [];
  return {
    ...wire,
    kept,
    fetch: (async (input, init) => {
      kept.push(new Request(input instanceof Request ? input.clone() : input, init).keepalive);
      return wire.fetch(input, init);
    }) satisfies typeof fetch,
  };
};

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

it.each<readonly [string, (page: ReturnType<typeof openPage>) => void]>([
  ['ends', (page) => page.fire('pagehide')],
  ['is hidden', (page) => page.show('hidden')],
])('settings in a page are sent immediately with `keepalive` when the page %s', async (_, leave) => {
  const page = openPage();
  const { settings, wire } = await settingsOver(keeping(recordingFetch(json({}))));
  settings.set({ theme: 'dark' });
  leave(page);
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.only().body).toEqual({ theme: 'dark' });
  expect(wire.kept).toEqual([true]);
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.sent).toHaveLength(1);
});

it('settings and pins are sent in parallel when the page closes', async () => {
  const page = openPage();
  const { settings, wire } = await settingsOver(keeping(recordingFetch(() => new Promise<never>(() => undefined))));
  settings.set({ theme: 'dark' });
  settings.pin({ organization_id: 5, pinned_project_ids: [1] });
  page.show('hidden');
  page.fire('pagehide');
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.sent.map(({ body }) => body)).toEqual([{ theme: 'dark' }, expect.objectContaining({ pinned_project_ids: [1] })]);
  expect(wire.kept).toEqual([true, true]);
});

it('settings in a page are not sent early when the page is shown', async () => {
  const page = openPage();
  const { settings, wire } = await settingsOver(recordingFetch(json({})));
  settings.set({ theme: 'dark' });
  page.show('visible');
  await vi.advanceTimersByTimeAsync(499);
  expect(wire.sent).toEqual([]);
});

it('settings in a page send only the later changes if the page closes during a PATCH', async () => {
  const page = openPage();
  const { settings, wire } = await settingsOver(keeping(recordingFetch(() => new Promise<never>(() => undefined), json({}))));
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  page.fire('pagehide');
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.sent).toHaveLength(1);
  settings.set({ language: 'de' });
  page.fire('pagehide');
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.sent.map(({ body }) => body)).toEqual([{ theme: 'dark' }, { language: 'de' }]);
  expect(wire.kept).toEqual([true, true]);
});

it('settings in a page stay pending if the page closes during a Retry-After', async () => {
  const page = openPage();
  const { settings, wire } = await settingsOver(recordingFetch(json({}, 429, { 'Retry-After': '60' })));
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  page.show('hidden');
  page.fire('pagehide');
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.sent).toHaveLength(1);
  expect(settings.pending().fields).toEqual({ theme: 'dark' });
});

it('settings in a page are sent at once when the connection returns', async () => {
  const page = openPage();
  const { settings, wire } = await settingsOver(recordingFetch(new TypeError('fetch failed'), json({})));
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  page.fire('online');
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.sent).toHaveLength(2);
  expect(settings.pending().fields).toEqual({});
});

it('settings in a page listen to page events from their creation until dispose', async () => {
  const page = openPage();
  const storage = { getItem: () => null, setItem: () => undefined };
  const { settings } = await settingsOver(recordingFetch(json({})), { store: webSettingsStorage(storage) });
  expect(page.listeners()).toBe(4);
  settings.dispose();
  expect(page.listeners()).toBe(0);
});

it('settings with webSettingsStorage work in memory if localStorage is not accessible', async () => {
  openPage();
  vi.stubGlobal('localStorage', undefined);
  const { settings } = await settingsOver(recordingFetch(json({})), { store: webSettingsStorage() });
  settings.set({ theme: 'dark' });
  expect(settings.get()).toEqual({ theme: 'dark' });
});

it('webSettingsStorage uses localStorage, and reports the writes of other tabs', async () => {
  const page = openPage();
  const content = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => content.get(key) ?? null,
    setItem: (key: string, value: string) => void content.set(key, value),
  });
  const { settings } = await settingsOver(recordingFetch(json({})), { store: webSettingsStorage() });
  settings.set({ theme: 'dark' });
  const [[key, value]] = [...content] as [[string, string]];
  expect(key).toBe('@platform-sdk/settings');
  content.set(key, value.replaceAll('dark', 'light'));
  page.fire('storage');
  expect(settings.get()).toEqual({ theme: 'light' });
});
