import { createPlatform } from '@platform-sdk/core';
import { createSettingsStore, type SettingsStore } from '@platform-sdk/settings';
import { beforeEach, expect, expectTypeOf, it, vi } from 'vitest';
import { answered, failureOf, json, recordingFetch, settingsOver, sharedStore, sidebar, tokens } from './bench.ts';

const ok = () => recordingFetch(json({}));
const organization = sidebar.organizations[0]!.id;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it('createSettingsStore sends nothing and starts no timer if nothing is pending', () => {
  const wire = ok();
  const settings = createSettingsStore(createPlatform({ fetch: wire.fetch }));
  expect(vi.getTimerCount()).toBe(0);
  expect(wire.sent).toEqual([]);
  settings.dispose();
});

it('createSettingsStore starts without values if the initial values are null', async () => {
  const { settings } = await settingsOver(ok(), { initial: null as never });
  expect(settings.getServerSnapshot()).toEqual({});
});

it('createSettingsStore starts with the initial values', async () => {
  const initial = { theme: 'dark' } as const;
  const { settings } = await settingsOver(ok(), { initial });
  expect(settings.get()).toBe(initial);
  expect(settings.getServerSnapshot()).toBe(initial);
});

it('settings.set changes the local value and calls subscribers before it returns', async () => {
  const { settings, changes } = await settingsOver(ok());
  settings.set({ theme: 'dark' });
  expect(settings.get()).toEqual({ theme: 'dark' });
  expect(changes()).toBe(1);
});

it('settings.set sends one PATCH with all changed fields, 500 ms after the last change', async () => {
  const { settings, wire } = await settingsOver(ok(), { client: 'desktop' });
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(499);
  settings.set({ language: 'de', sidebar_open: false });
  await vi.advanceTimersByTimeAsync(499);
  expect(wire.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(wire.only()).toMatchObject({ method: 'PATCH', url: 'https://api.test/v1/user_settings?client=desktop' });
  expect(wire.only().body).toEqual({ theme: 'dark', language: 'de', sidebar_open: false });
});

it('settings.set sends one PATCH with the last value for 1,000 changes in 500 ms', async () => {
  const { settings, changes, wire } = await settingsOver(ok());
  for (let change = 1; change <= 1000; change++) {
    settings.set({ current_project_id: change });
    if (change % 2 === 0) await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.sent.map(({ body }) => body)).toEqual([{ current_project_id: 1000 }]);
  expect(changes()).toBe(1001);
  expect(settings.pending()).toEqual({ fields: {}, pins: {}, steps: {} });
});

it('settings.set sends a later change in a second PATCH', async () => {
  const { settings, wire } = await settingsOver(ok());
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  settings.set({ language: 'de' });
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.sent.map(({ body }) => body)).toEqual([{ theme: 'dark' }, { language: 'de' }]);
});

it('settings.set sends a change that was made during the previous request in a second PATCH', async () => {
  let answer = (_: Response): void => undefined;
  const { settings, wire } = await settingsOver(recordingFetch(() => new Promise((resolve) => (answer = resolve)), json({})));
  settings.set({ theme: 'dark', language: 'de' });
  await vi.advanceTimersByTimeAsync(500);
  settings.set({ theme: 'light' });
  await vi.advanceTimersByTimeAsync(700);
  expect(wire.sent).toHaveLength(1);
  answer(json({}));
  await vi.advanceTimersByTimeAsync(0);
  expect(settings.pending().fields).toEqual({ theme: 'light' });
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.sent.map(({ body }) => body)).toEqual([{ theme: 'dark', language: 'de' }, { theme: 'light' }]);
});

it('settings.set does nothing if the value is unchanged', async () => {
  const { settings, changes, wire } = await settingsOver(ok(), { initial: { theme: 'dark', current_project_id: 7 } });
  settings.set({ theme: 'dark', current_project_id: '7' });
  settings.set({});
  await vi.advanceTimersByTimeAsync(500);
  expect(changes()).toBe(0);
  expect(wire.sent).toEqual([]);
});

it('settings.set rejects an invalid value immediately, and changes nothing', async () => {
  const { settings, changes } = await settingsOver(ok());
  expect(() => settings.set({ theme: 'blue' as 'dark' })).toThrow(expect.objectContaining({ kind: 'invalid-input', field: 'theme' }));
  expect(settings.get()).toEqual({});
  expect(changes()).toBe(0);
});

it('settings.set sends ids in their documented form', async () => {
  const { settings, wire } = await settingsOver(ok());
  settings.set({ current_organization_id: organization, current_project_id: '12' });
  expect(settings.get()).toEqual({ current_organization_id: organization, current_project_id: 12 });
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.only().body).toEqual({ current_organization_id: organization, current_project_id: 12 });
});

it.each<readonly [field: string, change: unknown]>([
  ['thme', { thme: 'dark' }],
  ['sidebar', { theme: 'dark', sidebar: { organizations: [] } }],
  ['client', { client: 'desktop' }],
  ['onboarding', { onboarding: {} }],
  ['', null],
  ['', undefined],
  ['', 'dark'],
  ['', ['dark']],
])('settings.set throws an error that names the field %j, and changes nothing, for %j', async (field, change) => {
  const { settings, changes, wire } = await settingsOver(ok());
  expect(() => settings.set(change as never)).toThrow(
    expect.objectContaining({ kind: 'invalid-input', field, operation: 'settings.set', outcome: 'not-sent' }),
  );
  expect(settings.get()).toEqual({});
  expect(changes()).toBe(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.sent).toEqual([]);
});

it.each([null, '', 'acme', 1.5, '0190f3a200007000800000000000000a'])(
  'settings.set stores null for the id %j, and sends only the other fields',
  async (id) => {
    const { settings, wire } = await settingsOver(ok());
    settings.set({ current_project_id: 12 });
    settings.set({ theme: 'dark', current_project_id: id });
    expect(settings.get()).toEqual({ theme: 'dark', current_project_id: null });
    await vi.advanceTimersByTimeAsync(500);
    expect(wire.only().body).toEqual({ theme: 'dark' });
    expect(settings.pending().fields).toEqual({});
  },
);

it('settings.set sends nothing for a change that contains only an invalid id', async () => {
  const { settings, wire } = await settingsOver(ok());
  settings.set({ current_organization_id: '' });
  expect(settings.get()).toEqual({ current_organization_id: null });
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.sent).toEqual([]);
  expect(settings.pending().fields).toEqual({});
});

it('settings.set ignores an undefined field', async () => {
  const { settings } = await settingsOver(ok());
  settings.set({ theme: 'dark', language: undefined, current_project_id: undefined } as never);
  expect(settings.pending().fields).toEqual({ theme: 'dark' });
});

it('settings.pin shows pinned projects at once in their order, and sends them without the other changes', async () => {
  const { settings, wire } = await settingsOver(ok(), { client: 'desktop', initial: { sidebar } });
  settings.pin({ organization_id: organization, pinned_project_ids: ['12', 11] });
  settings.set({ theme: 'dark' });
  expect(settings.get().sidebar?.organizations[0]?.pinned_items).toEqual([
    { type: 'project', id: 12, name: 'Second', position: 0 },
    { type: 'project', id: 11, name: 'First', position: 1 },
  ]);
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.sent.map(({ url, body }) => [url, body])).toEqual([
    ['https://api.test/v1/user_settings?client=desktop', { theme: 'dark' }],
    ['https://api.test/v1/user_settings', { setting_key: 'sidebar', organization_id: organization, pinned_project_ids: [12, 11] }],
  ]);
});

it('settings.pin sends the last order for each organization', async () => {
  const { settings, wire } = await settingsOver(ok());
  settings.pin({ organization_id: 5, pinned_project_ids: [1] });
  settings.pin({ organization_id: 5, pinned_project_ids: [2, 1] });
  settings.pin({ organization_id: 6, pinned_project_ids: [] });
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.sent.map(({ body }) => body)).toEqual([
    { setting_key: 'sidebar', organization_id: 5, pinned_project_ids: [2, 1] },
    { setting_key: 'sidebar', organization_id: 6, pinned_project_ids: [] },
  ]);
});

it('settings.pin immediately rejects an organization without an id', async () => {
  const { settings } = await settingsOver(ok());
  expect(() => settings.pin({ organization_id: '', pinned_project_ids: [] })).toThrow(
    expect.objectContaining({ field: 'organization_id' }),
  );
});

it('settings.set reads a store without `subscribe`, so it sends an earlier value that another process has replaced', async () => {
  const { content } = sharedStore();
  const store = () => ({
    getItem: (key: string) => content.get(key),
    setItem: (key: string, value: string) => void content.set(key, value),
  });
  const wire = ok();
  const initial = { theme: 'light' } as const;
  const [one, other] = [await settingsOver(wire, { store: store(), initial }), await settingsOver(wire, { store: store(), initial })];
  one.settings.set({ theme: 'dark' });
  await one.settings.flush();
  other.settings.set({ theme: 'light' });

  expect(await other.settings.flush()).toBe(true);
  expect(wire.sent.map(({ body }) => body)).toEqual([{ theme: 'dark' }, { theme: 'light' }]);
});

it('settings.completeOnboardingStep marks a step at once and sends it', async () => {
  const { settings, wire } = await settingsOver(ok(), { client: 'desktop' });
  settings.completeOnboardingStep({ stepId: 'agent_pass_discovered' });
  expect(settings.get().onboarding).toEqual({ agent_pass_discovered: true });
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.only()).toMatchObject({
    url: 'https://api.test/v1/user_settings/onboarding/agent_pass_discovered?client=desktop',
    body: { value: true },
  });
});

it.each(['constructor', 'toString', '__proto__'])('the step %s is sent once, although Object.prototype has this name', async (stepId) => {
  const { settings, wire } = await settingsOver(ok(), { store: sharedStore().tab() });
  settings.completeOnboardingStep({ stepId });
  expect(await settings.flush()).toBe(true);
  expect(await settings.flush()).toBe(true);
  expect(wire.only().url).toBe(`https://api.test/v1/user_settings/onboarding/${stepId}`);
  expect(Object.keys(settings.pending().steps)).toEqual([]);
});

it.each(['constructor', 'toString', '__proto__'])(
  'the step %s of another tab is shown as completed and sent once, although Object.prototype has this name',
  async (stepId) => {
    const { content, tab } = sharedStore();
    const wire = ok();
    const [one, other] = [await settingsOver(wire, { store: tab() }), await settingsOver(wire, { store: tab() })];
    one.settings.set({ theme: 'dark' });
    other.settings.completeOnboardingStep({ stepId });
    expect(Object.entries(one.settings.get().onboarding ?? {})).toEqual([[stepId, true]]);
    expect([await other.settings.flush(), await one.settings.flush()]).toEqual([true, true]);
    expect(wire.sent.filter(({ url }) => url.includes('onboarding'))).toHaveLength(1);
    const third = await settingsOver(wire, { store: sharedStore(content).tab() });
    expect(await third.settings.flush()).toBe(true);
    expect(wire.sent.filter(({ url }) => url.includes('onboarding'))).toHaveLength(1);
  },
);

it('settings.load starts no timer, because nothing is pending', async () => {
  const { settings, platform } = await settingsOver(recordingFetch(json(answered)));
  await settings.load();
  await platform.session.set({ ...tokens('b'), id: 'user-2' });
  expect(vi.getTimerCount()).toBe(0);
});

it('settings.load adopts the values of the service, and calls subscribers once', async () => {
  const { settings, changes, wire } = await settingsOver(recordingFetch(json(answered)), { client: 'desktop' });
  const loaded = await settings.load({ includes: ['dashboard'] });
  expect(loaded).toBe(settings.get());
  expect(wire.only().url).toBe('https://api.test/v1/user_settings?client=desktop&includes=dashboard');
  expect(settings.get()).toEqual(answered);
  expect(changes()).toBe(1);
});

it('settings.load keeps pending changes', async () => {
  const { settings } = await settingsOver(recordingFetch(json(answered)));
  settings.set({ theme: 'dark' });
  settings.pin({ organization_id: organization, pinned_project_ids: [12] });
  await settings.load();
  expect(settings.get()).toMatchObject({ theme: 'dark', language: 'en' });
  expect(settings.get().sidebar?.organizations[0]?.pinned_items).toEqual([{ type: 'project', id: 12, name: 'Second', position: 0 }]);
});

it('settings.load keeps changes that were made and sent during its request', async () => {
  let answer = (_: Response): void => undefined;
  const { settings } = await settingsOver(recordingFetch(() => new Promise((resolve) => (answer = resolve)), json({})));
  const loaded = settings.load();
  await vi.advanceTimersByTimeAsync(0);
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  expect(settings.pending().fields).toEqual({});
  answer(json(answered));
  await expect(loaded).resolves.toMatchObject({ theme: 'dark', language: 'en' });
});

it('settings.load returns the same object if no value changed', async () => {
  const { settings, changes } = await settingsOver(recordingFetch(json(answered)));
  const first = await settings.load();
  await expect(settings.load()).resolves.toBe(first);
  expect(changes()).toBe(1);
});

it('settings.load fails with the error of the call, and keeps the values', async () => {
  const { settings } = await settingsOver(recordingFetch(json({}, 403)), { initial: { theme: 'dark' } });
  await expect(settings.load()).rejects.toMatchObject({ kind: 'http', status: 403, operation: 'settings.get' });
  expect(settings.get()).toEqual({ theme: 'dark' });
});

it('settings.get and settings.pending return the same object until something changes', async () => {
  const { settings } = await settingsOver(ok(), { initial: { sidebar } });
  const { get, pending } = settings;
  const before = get();
  expect(get()).toBe(before);
  settings.set({ theme: 'dark' });
  const after = get();
  expect(after).not.toBe(before);
  expect(after.sidebar).toBe(before.sidebar);
  const waiting = pending();
  await vi.advanceTimersByTimeAsync(500);
  expect(get()).toBe(after);
  expect(pending()).not.toBe(waiting);
});

it('settings.getServerSnapshot returns the same object after a change', async () => {
  const { settings } = await settingsOver(ok(), { initial: { theme: 'light' } });
  const before = settings.getServerSnapshot();
  settings.set({ theme: 'dark' });
  expect(settings.getServerSnapshot()).toBe(before);
});

it("the functions of settings work without `this`, as React's useSyncExternalStore calls them", async () => {
  const { settings } = await settingsOver(ok());
  const { subscribe, get, getServerSnapshot, set } = settings;
  let received = 0;
  const end = subscribe(() => received++);
  set({ theme: 'dark' });
  end();
  set({ theme: 'light' });
  expect(received).toBe(1);
  expectTypeOf(subscribe).toExtend<(listener: () => void) => () => void>();
  expectTypeOf(get).toEqualTypeOf(getServerSnapshot);
});

it('settings.subscribe calls the other listeners if a listener throws', async () => {
  const { settings, changes, events } = await settingsOver(ok());
  settings.subscribe(() => {
    throw new Error('a broken listener');
  });
  settings.set({ theme: 'dark' });
  expect(changes()).toBe(1);
  expect(events).toContainEqual({ type: 'warning', code: 'CALLBACK_FAILED', message: 'A settings listener failed.' });
});

it('settings.flush sends at once, and returns true after all changes arrived', async () => {
  const { settings, wire } = await settingsOver(ok());
  settings.set({ theme: 'dark' });
  await expect(settings.flush()).resolves.toBe(true);
  expect(wire.only().body).toEqual({ theme: 'dark' });
  expect(vi.getTimerCount()).toBe(0);
});

it('settings.flush sends nothing if nothing is pending', async () => {
  const wire = ok();
  await expect((await settingsOver(wire)).settings.flush()).resolves.toBe(true);
  expect(wire.sent).toEqual([]);
});

it('settings.flush sends once for two simultaneous calls', async () => {
  const { settings, wire } = await settingsOver(ok());
  settings.set({ theme: 'dark' });
  await Promise.all([settings.flush(), settings.flush()]);
  expect(wire.sent).toHaveLength(1);
});

it('settings.dispose leaves no timer, and sends nothing more', async () => {
  const { settings, changes, wire } = await settingsOver(ok());
  settings.set({ theme: 'dark' });
  settings.dispose();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(wire.sent).toEqual([]);
  expect(changes()).toBe(1);
  expect(settings.get()).toEqual({ theme: 'dark' });
});

it.each<readonly [name: string, write: (settings: SettingsStore) => unknown]>([
  ['set', ({ set }) => set({ theme: 'light' })],
  ['set without a change', ({ set }) => set({ theme: 'dark' })],
  ['pin', ({ pin }) => pin({ organization_id: 5, pinned_project_ids: [] })],
  ['completeOnboardingStep', ({ completeOnboardingStep }) => completeOnboardingStep({ stepId: 'is_hidden' })],
  ['load', ({ load }) => load()],
])('after dispose(), settings.%s throws, and nothing changes or is sent', async (_, write) => {
  const { settings, wire } = await settingsOver(ok());
  settings.set({ theme: 'dark' });
  settings.dispose();
  const failure = await failureOf((async () => write(settings))());
  expect(failure).toMatchObject({ kind: 'invalid-input', outcome: 'not-sent', message: expect.stringContaining('disposed') as string });
  expect(settings.get()).toEqual({ theme: 'dark' });
  expect(settings.pending()).toEqual({ fields: { theme: 'dark' }, pins: {}, steps: {} });
  expect(wire.sent).toEqual([]);
});

it('`await using` sends pending changes before it disposes of the settings', async () => {
  const { settings, wire } = await settingsOver(ok());
  settings.set({ theme: 'dark' });
  await settings[Symbol.asyncDispose]();
  expect(wire.only().body).toEqual({ theme: 'dark' });
});
