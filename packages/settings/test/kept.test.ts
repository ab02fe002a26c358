import { createSettingsStore } from '@platform-sdk/settings';
import { beforeEach, expect, it, vi } from 'vitest';
import { settled, sharedStore, tokens } from './bench.ts';
import { createService, openTab } from './service.ts';

const KEY = '@platform-sdk/settings';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it.each<readonly [string, (tab: Awaited<ReturnType<typeof openTab>>) => unknown]>([
  ['a PATCH succeeds', () => undefined],
  ['another user signs in', ({ platform }) => platform.session.set({ ...tokens('b'), id: 'user-2' })],
  ['the user signs out', ({ platform }) => platform.session.clear()],
  ['they are flushed', ({ settings }) => settings.flush()],
  ['they are disposed again', ({ settings }) => settings.dispose()],
])('disposed settings write nothing more if %s', async (_, act) => {
  const service = createService();
  const shared = sharedStore();
  const tab = await openTab(service, { store: shared.tab() });
  service.travel({ appliedAfterMs: 5000 });
  tab.settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(600);
  tab.settings.set({ language: 'de' });
  const loading = tab.settings.load();
  await settled();
  tab.settings.dispose();
  const before = shared.content.get(KEY);
  await act(tab);
  await vi.advanceTimersByTimeAsync(600_000);
  await loading;
  expect(shared.content.get(KEY)).toBe(before);
  expect(service.received).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
  expect(() => tab.settings.set({ theme: 'light' })).toThrow(/disposed/);
});

it('disposed settings write nothing if they are disposed before the user is known', async () => {
  const service = createService();
  const shared = sharedStore();
  const { platform } = await openTab(service, { store: shared.tab() });
  const writes = vi.fn<(key: string, value: string) => void>();
  createSettingsStore(platform, { store: { ...shared.tab(), setItem: writes } }).dispose();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(writes).not.toHaveBeenCalled();
});

it('disposed settings do not send a change that waits for the lock', async () => {
  const service = createService();
  let grant = (): void => undefined;
  const lock = async <Result>(_: string, work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((resolve) => (grant = resolve));
    return work();
  };
  const { settings } = await openTab(service, { store: { ...sharedStore().tab(), lock } });
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(600);
  settings.dispose();
  grant();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(service.received).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it.each<readonly [string, boolean, number]>([
  ['while other settings are open', false, 0],
  ['while other settings are open, whose clock is a minute ahead', false, 60_000],
  ['while other settings are disposed', true, 0],
])('a change after the store was emptied %s is sent, in all of 40 runs', async (_, isDisposed, aheadMs) => {
  for (let round = 0; round < 40; round++) {
    const service = createService();
    const shared = sharedStore();
    const clock = { now: () => Date.now() + aheadMs, monotonic: () => performance.now() };
    const { settings: old } = await openTab(service, { store: shared.tab() }, { clock });
    for (let change = 0; change <= round; change++) old.set({ current_project_id: change, theme: change % 2 ? 'dark' : 'light' });
    await vi.advanceTimersByTimeAsync(1000 + aheadMs);
    if (isDisposed) old.dispose();
    shared.content.clear();
    const { settings } = await openTab(service, { store: shared.tab() });
    settings.set({ current_project_id: 777 });
    if (!isDisposed) old.set({ language: 'fr' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(service.state()).toMatchObject({ current_project_id: 777 });
    expect(settings.get().current_project_id).toBe(777);
    expect(settings.pending().fields).toEqual({});
    old.dispose();
    settings.dispose();
  }
});

it("an emptied store gets the user's unsent changes back, but no data of other users", async () => {
  const service = createService();
  const shared = sharedStore();
  const { settings, platform } = await openTab(service, { store: shared.tab() });
  settings.set({ theme: 'dark' });
  await platform.session.set({ ...tokens('b'), id: 'user-2' });
  settings.set({ language: 'fr' });
  shared.content.clear();
  settings.set({ sidebar_open: false });
  expect(settings.pending().fields).toEqual({ language: 'fr', sidebar_open: false });
  expect(Object.keys((JSON.parse(shared.content.get(KEY) ?? '{}') as { entries: object }).entries)).toEqual(['user-2']);
});

const entry = (part: object): string => JSON.stringify({ user: 'user-1', entries: { 'user-1': part } });

it.each([
  '',
  'null',
  '[]',
  '{}',
  '7',
  '"text"',
  '{"user":',
  '{"user":"user-1","entries":null}',
  '{"user":"user-1","entries":7}',
  '{"user":"user-1","entries":[]}',
  '{"user":null,"entries":{"user-1":null}}',
  '{"user":{},"entries":{"user-1":7}}',
  '{"user":"user-1","entries":{"__proto__":{"pending":{"fields":{"theme":"dark"}}}}}',
  '{"user":"constructor","entries":{"constructor":null}}',
  entry({}),
  entry({ values: null, pending: null, stamps: null }),
  entry({ values: [], pending: [], stamps: [] }),
  entry({ values: { sidebar: 7 }, pending: { fields: null, pins: null, steps: null }, stamps: { fields: null } }),
  entry({ values: { sidebar: { organizations: [null] } }, pending: { pins: { 5: [1] } } }),
  entry({ values: { onboarding: 7 }, pending: { steps: { is_hidden: 'yes', '../x': true } } }),
  entry({ pending: { fields: { theme: 7, unknown: 1, language: null }, pins: { x: [1], 5: 'all' } } }),
  entry({ pending: { fields: {} }, stamps: { fields: { theme: 1e300, language: 'x', sidebar_open: -1 } } }),
  entry({
    stamps: { fields: { theme: Number.MAX_SAFE_INTEGER } },
    attempts: { fields: { theme: { number: 1e300, stamp: 1, until: 1e300 } } },
  }),
  entry({ attempts: { fields: { theme: null, language: 7 } }, written: 7 }),
  entry({ attempts: 7, written: { fields: { theme: {} } } }),
])('new changes are stored and sent if the store contains %s', async (content) => {
  const service = createService();
  const shared = sharedStore(new Map([[KEY, content]]));
  const { settings } = await openTab(service, { store: shared.tab(), initial: { sidebar_open: true } });
  settings.set({ theme: 'dark', language: 'fr' });
  settings.pin({ organization_id: 5, pinned_project_ids: [2] });
  expect(shared.content.get(KEY)).toContain('"fr"');
  // Another tab can read what this tab has written.
  const { settings: other } = await openTab(service, { store: shared.tab() });
  expect(other.pending()).toMatchObject({ fields: { theme: 'dark', language: 'fr' }, pins: { 5: [2] } });
  other.dispose();
  await vi.advanceTimersByTimeAsync(1000);
  expect(service.state()).toMatchObject({ theme: 'dark', language: 'fr', pinned_project_ids: [2] });
  expect(settings.pending()).toEqual({ fields: {}, pins: {}, steps: {} });
});

it('valid parts of a stored entry are kept if other parts are invalid', async () => {
  const service = createService();
  const old = entry({
    values: { theme: 'dark' },
    pending: { fields: { language: 'fr', theme: 7 } },
    stamps: { fields: { language: 3.5 } },
  });
  const { settings } = await openTab(service, { store: sharedStore(new Map([[KEY, old]])).tab() });
  expect(settings.get()).toEqual({ theme: 'dark', language: 'fr' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(service.received.map(({ body }) => body)).toEqual([{ language: 'fr' }]);
});

it('while the store throws on writes, changes of other tabs are kept, also after another user signs in and out', async () => {
  const service = createService();
  const shared = sharedStore();
  const store = shared.tab();
  const { setItem } = store;
  const { settings, platform } = await openTab(service, { store });
  service.travel({ answeredAfterMs: 1_000_000 });
  store.setItem = () => {
    throw new Error('The quota has been exceeded.');
  };
  settings.set({ theme: 'dark' });
  const { settings: other } = await openTab(service, { store: shared.tab() });
  other.set({ language: 'fr' });
  other.dispose();
  settings.set({ sidebar_open: false });
  await platform.session.set({ ...tokens('b'), id: 'user-2' });
  store.setItem = setItem;
  settings.set({ theme: 'light' });
  await platform.session.set(tokens('a'));
  expect(settings.pending().fields).toEqual({ theme: 'dark', language: 'fr', sidebar_open: false });
});

/** Opens settings on a store that returns only this tab's own writes. `notify` sends an event with a value that another tab has written. */
const openMasked = async (content: string | null = null) => {
  const service = createService();
  let stored = content;
  let notify: ((key: string, value: string) => void) | undefined;
  const store = {
    getItem: () => stored,
    setItem: (_key: string, value: string) => void (stored = value),
    subscribe: (listener: (key: string, value: string) => void) => {
      notify = listener;
      return () => undefined;
    },
  };
  const { settings } = await openTab(service, { store });
  return { service, settings, notify: (key: string, value: string) => notify?.(key, value) };
};

/** Returns the content that another tab writes to its store, before and after it has sent the theme `dark`. */
const writtenElsewhere = async () => {
  const shared = sharedStore();
  const { settings } = await openTab(createService(), { store: shared.tab() });
  settings.set({ theme: 'dark' });
  const pending = shared.content.get(KEY) as string;
  await vi.advanceTimersByTimeAsync(600);
  return { pending, sent: shared.content.get(KEY) as string };
};

it('a change of another tab that this tab has overwritten in the store is restored from the event, and sent', async () => {
  const { pending } = await writtenElsewhere();
  const { service, settings, notify } = await openMasked();
  settings.set({ language: 'fr' });
  notify(KEY, pending);
  expect(settings.pending().fields).toEqual({ theme: 'dark', language: 'fr' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(service.state()).toMatchObject({ theme: 'dark', language: 'fr' });
});

it('an event about another key of the store is ignored', async () => {
  const { pending } = await writtenElsewhere();
  const { settings, notify } = await openMasked();
  notify('another', pending);
  expect(settings.get()).toEqual({});
});

it('a change that another tab has sent is not pending, even if this tab overwrote the record that it was sent', async () => {
  const { pending, sent } = await writtenElsewhere();
  const { settings, notify } = await openMasked(pending);
  expect(settings.pending().fields).toEqual({ theme: 'dark' });
  notify(KEY, sent);
  expect(settings.pending().fields).toEqual({});
});
