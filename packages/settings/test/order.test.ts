import { longCount } from '@platform-sdk/test-helpers';
import { beforeEach, expect, it, vi } from 'vitest';
import { sharedStore } from './bench.ts';
import { createLocks, createService, openTab } from './service.ts';

const themes = ({ received }: ReturnType<typeof createService>): unknown[] => received.map(({ body }) => body['theme']);

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Opens two tabs of one user. With `withLock`, they share a lock as in a browser. Otherwise, they work like two processes with a file. */
const twoTabs = async (withLock: boolean) => {
  const service = createService();
  const shared = sharedStore();
  const { lock, free } = createLocks();
  const open = async () => openTab(service, { store: { ...shared.tab(), ...(withLock && { lock }) } });
  return { service, shared, free, open, one: (await open()).settings, other: (await open()).settings };
};

/** Sets the theme `dark` in one tab, with a PATCH that the service applies late. Meanwhile, sets the theme `light` in the other tab. */
const overtaken = async (withLock: boolean, appliedAfterMs: number) => {
  const tabs = await twoTabs(withLock);
  tabs.service.travel({ appliedAfterMs });
  tabs.one.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(600);
  tabs.other.set({ theme: 'light' });
  return tabs;
};

it.each([true, false])(
  'a PATCH that the service applies late does not replace a newer value of another tab (locks: %s)',
  async (withLock) => {
    const { service, one, other } = await overtaken(withLock, 5000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.state()).toMatchObject({ theme: 'light' });
    expect([one.get().theme, other.get().theme]).toEqual(['light', 'light']);
    expect([one.pending().fields, other.pending().fields]).toEqual([{}, {}]);
  },
);

it('with locks, a tab sends its write after the response to the write of another tab', async () => {
  const { service, one, other } = await twoTabs(true);
  service.travel({ appliedAfterMs: 5000 });
  one.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(600);
  other.set({ language: 'de' });
  await vi.advanceTimersByTimeAsync(4000);
  expect(service.received).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(service.received.map(({ body }) => body)).toEqual([{ theme: 'dark' }, { language: 'de' }]);
});

it('a lock delays the write of another tab for at most ten seconds', async () => {
  const { service } = await overtaken(true, 25_000);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(themes(service)).toEqual(['dark', 'light']);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(service.state()).toMatchObject({ theme: 'light' });
  expect(themes(service).at(-1)).toBe('light');
});

it.each([-1, 0, 1])('the newer value is sent a second time after a late PATCH, even if the clock jumps by %d days', async (days) => {
  const { service } = await overtaken(true, 25_000);
  await vi.advanceTimersByTimeAsync(11_000);
  vi.setSystemTime(Date.now() + days * 86_400_000);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(service.state()).toMatchObject({ theme: 'light' });
  const sent = service.received.length;
  // A repetition after this time could undo a change of another device.
  await vi.advanceTimersByTimeAsync(2 * 86_400_000);
  expect(service.received).toHaveLength(sent);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['is lost', { appliedAfterMs: 20_000, answeredAfterMs: 100, isLost: true }],
  ['never comes', { appliedAfterMs: 45_000, answeredAfterMs: 1_000_000 }],
])('the newer value is sent a second time if the response to an older, slower PATCH %s', async (_, journey) => {
  const service = createService();
  const { settings } = await openTab(service);
  service.travel(journey);
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(650);
  settings.set({ theme: 'light' });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(service.state()).toMatchObject({ theme: 'light' });
  expect(themes(service)).toEqual(['dark', 'light', 'light']);
});

it('the newer value wins over a late PATCH of a tab that was killed while it held the lock', async () => {
  const { service, shared, free, open, one, other } = await twoTabs(true);
  other.dispose();
  service.travel({ appliedAfterMs: 8000, answeredAfterMs: 1_000_000 });
  one.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(600);
  // As with a killed process, the request arrives, but nothing records its end.
  one.dispose();
  free();
  expect(shared.content.size).toBe(1);
  const { settings } = await open();
  expect(settings.pending().fields).toEqual({ theme: 'dark' });
  settings.set({ theme: 'light' });
  await vi.advanceTimersByTimeAsync(200_000);
  expect(service.state()).toMatchObject({ theme: 'light' });
});

it('pins and steps that the service applies late do not replace newer values of another tab', async () => {
  const { service, one, other } = await twoTabs(false);
  const pins = (...pinned_project_ids: number[]) => ({ organization_id: 5, pinned_project_ids });
  service.travel({ appliedAfterMs: 5000 });
  one.pin(pins(1, 2));
  await vi.advanceTimersByTimeAsync(600);
  other.pin(pins(2, 1));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(service.received.at(-1)?.body).toMatchObject({ organization_id: 5, pinned_project_ids: [2, 1] });
  service.travel({ appliedAfterMs: 5000 });
  one.completeOnboardingStep({ stepId: 'is_hidden' });
  await vi.advanceTimersByTimeAsync(600);
  other.completeOnboardingStep({ stepId: 'is_hidden', value: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(service.received.at(-1)?.body).toEqual({ value: false });
});

it('two tabs that write alternately send each write once', async () => {
  const { service, one, other } = await twoTabs(true);
  for (let turn = 0; turn < 20; turn++) {
    (turn % 2 ? one : other).set({ current_project_id: turn });
    await vi.advanceTimersByTimeAsync(1000);
  }
  await vi.advanceTimersByTimeAsync(600_000);
  expect(service.received.map(({ body }) => body['current_project_id'])).toEqual(Array.from({ length: 20 }, (_, turn) => turn));
  expect(vi.getTimerCount()).toBe(0);
});

it('a failed write is retried until it succeeds once', async () => {
  const service = createService();
  const { settings } = await openTab(service);
  service.travel({ answeredAfterMs: 1, isLost: true }, { answeredAfterMs: 1, isLost: true });
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(themes(service)).toEqual(['dark', 'dark', 'dark']);
});

const SCHEDULES = longCount(25, 100);

it.each(['first', 'second'])(
  `the service stores the newest value in ${SCHEDULES} random schedules of two tabs, of which the %s tab is killed`,
  async (dying) => {
    for (let seed = 0; seed < SCHEDULES; seed++) {
      let state = seed * 2 + (dying === 'first' ? 1 : 2);
      const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
      const { service, one, other, free, open } = await twoTabs(random(2) === 0);
      let latest = 0;
      for (let step = 0; step < 6; step++) {
        const appliedAfterMs = random(8000);
        service.travel({ appliedAfterMs, answeredAfterMs: appliedAfterMs + random(3000), isLost: random(4) === 0 });
        (random(2) ? one : other).set({ current_project_id: ++latest });
        await vi.advanceTimersByTimeAsync(random(1500));
      }
      (dying === 'first' ? one : other).dispose();
      free();
      const { settings } = await open();
      await vi.advanceTimersByTimeAsync(400_000);
      expect([seed, service.state()['current_project_id'], settings.get().current_project_id]).toEqual([seed, latest, latest]);
      for (const each of [one, other, settings]) each.dispose();
    }
  },
);

it('a value that was due to be sent a second time while no tab was open is sent when a tab opens', async () => {
  const { service, open, one, other } = await twoTabs(false);
  other.dispose();
  service.travel({ appliedAfterMs: 20_000, answeredAfterMs: 100, isLost: true });
  one.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(650);
  one.set({ theme: 'light' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(themes(service)).toEqual(['dark', 'light']);
  one.dispose();
  await vi.advanceTimersByTimeAsync(50_000);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(themes(service)).toEqual(['dark', 'light', 'light']);
  // Node prints a warning for a negative time.
  expect(timers.mock.calls.filter(([, ms]) => Number(ms) < 0)).toEqual([]);
  timers.mockRestore();
});
