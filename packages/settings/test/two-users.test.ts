import type { LogEvent, Platform, PlatformOptions, Tokens } from '@platform-sdk/core';
import { createSettingsStore, type SettingsStore, type SettingsStoreOptions } from '@platform-sdk/settings';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { platformOver, settled, sharedStore } from './bench.ts';
import { createService, type Service } from './service.ts';

/** Every change of Alice contains one of these values, so that the test can find it. */
const MARK = 'al';
const PROJECT = 4711;
const alices = (content: unknown): boolean => new RegExp(`"${MARK}"|${PROJECT}`).test(JSON.stringify(content));

const alice: Tokens = { id: 'alice', accessToken: 'token-of-alice', refreshToken: 'refresh-of-alice' };
const bob: Tokens = { id: 'bob', accessToken: 'token-of-bob', refreshToken: 'refresh-of-bob' };
const anonymous = ({ accessToken, refreshToken }: Tokens): Tokens => ({ accessToken, refreshToken });

/** A way in which the platform identifies the signed-in user. */
interface Way {
  readonly platform: PlatformOptions;
  readonly settings: SettingsStoreOptions;
  /** Signs in the other user. */
  readonly turn: (platform: Platform, to: 'alice' | 'bob') => Promise<void>;
}

const bySession = (ids: 'both' | 'alice' | 'bob' | 'none', isSignedOutBetween: boolean) => (): Way => ({
  platform: {},
  settings: {},
  turn: async ({ session }, to) => {
    if (isSignedOutBetween) await session.clear();
    const tokens = to === 'alice' ? alice : bob;
    await session.set(ids === 'both' || ids === to ? tokens : anonymous(tokens));
  },
});

const byFunction =
  (withUser: boolean, isSlow = false) =>
  (): Way => {
    let who: 'alice' | 'bob' | undefined;
    const token = (): string => `token-of-${who}`;
    const slow = async (): Promise<string> => {
      const mine = token();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return mine;
    };
    return {
      platform: { accessToken: isSlow ? slow : token },
      settings: withUser ? { user: () => who } : {},
      turn: async (_, to) => void (who = to),
    };
  };

const ways: readonly (readonly [string, () => Way])[] = [
  ['signs in', bySession('both', false)],
  ['signs in after a sign-out', bySession('both', true)],
  ['signs in without an id', bySession('alice', false)],
  ['signs in without an id after a sign-out', bySession('alice', true)],
  ['signs in with an id, unlike Alice', bySession('bob', false)],
  ['signs in with an id after a sign-out, unlike Alice', bySession('bob', true)],
  ['signs in without an id, like Alice', bySession('none', false)],
  ['signs in without an id after a sign-out, like Alice', bySession('none', true)],
  ['is identified by an accessToken function', byFunction(false)],
  ['is identified by a slow accessToken function', byFunction(false, true)],
  ['is identified by an accessToken function and the option user', byFunction(true)],
  ['is identified by a slow accessToken function and the option user', byFunction(true, true)],
];

interface Scene {
  readonly service: Service;
  readonly settings: SettingsStore;
  readonly platform: Platform;
}

/** The moments at which another user may sign in. */
const moments: readonly (readonly [string, (scene: Scene) => Promise<void>])[] = [
  ['Alice has just made a change', async () => undefined],
  ['a change of Alice waits for half a second', async () => void (await vi.advanceTimersByTimeAsync(499))],
  [
    'a change of Alice is being sent',
    async ({ service }) => {
      service.travel({ answeredAfterMs: 5000 });
      await vi.advanceTimersByTimeAsync(600);
    },
  ],
  [
    'a change of Alice has failed and waits for its retry',
    async ({ service }) => {
      service.travel({ answeredAfterMs: 1, isLost: true }, { answeredAfterMs: 1, isLost: true });
      await vi.advanceTimersByTimeAsync(900);
    },
  ],
  [
    'settings are being loaded',
    async ({ settings }) => {
      void settings.load().catch(() => undefined);
      await Promise.resolve();
    },
  ],
  ['a flush is running', async ({ settings }) => void settings.flush()],
];

const rows = ways.flatMap(([way, make]) => moments.map(([moment, reach]) => [way, moment, make, reach] as const));

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Returns `shown` if the store returns Alice's changes, and `sent` if a request with Bob's token contains them. */
const crossings = ({ settings, service }: Scene): string[] => [
  ...(alices(settings.get()) || alices(settings.pending()) ? ['shown'] : []),
  ...(service.received.some(({ authorization, body }) => authorization === 'Bearer token-of-bob' && alices(body)) ? ['sent'] : []),
];

const open = (service: Service, way: Way, store: SettingsStoreOptions['store']): Scene => {
  const platform = platformOver(service.fetch, way.platform);
  const settings = createSettingsStore(platform, { ...way.settings, ...(store && { store }) });
  onTestFinished(settings.dispose);
  return { service, platform, settings };
};

const change = ({ settings }: Scene): void => {
  settings.set({ language: MARK, current_project_id: PROJECT });
  settings.pin({ organization_id: 5, pinned_project_ids: [PROJECT] });
};

it.each(rows)('changes of Alice are neither shown to nor sent for Bob, who %s, while %s', async (_way, _moment, make, reach) => {
  for (const isKept of [true, false]) {
    const service = createService();
    const shared = sharedStore();
    const way = make();
    const scene = open(service, way, isKept ? shared.tab() : undefined);
    await way.turn(scene.platform, 'alice');
    await settled();
    change(scene);
    await reach(scene);
    await way.turn(scene.platform, 'bob');
    // Changes after the switch belong to Bob, even if only the next token identifies him.
    scene.settings.set({ theme: 'dark' });
    await settled();
    await vi.advanceTimersByTimeAsync(60);
    expect(crossings(scene)).toEqual([]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(crossings(scene)).toEqual([]);
    expect(service.received.filter(({ authorization }) => authorization === 'Bearer token-of-bob').map(({ body }) => body)).toContainEqual({
      theme: 'dark',
    });

    // The next page that Bob opens must not contain Alice's changes either.
    scene.settings.dispose();
    const next = open(service, way, isKept ? shared.tab() : undefined);
    expect(crossings(next)).toEqual([]);
    await way.turn(next.platform, 'bob');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(crossings(next)).toEqual([]);
    next.settings.dispose();
  }
});

it.each([
  ['with a session', bySession('both', true)],
  ['with an accessToken function and user', byFunction(true)],
])('unsent changes of a user %s are sent after the next sign-in', async (_, make) => {
  const service = createService();
  const way = make();
  const scene = open(service, way, sharedStore().tab());
  await way.turn(scene.platform, 'alice');
  await settled();
  change(scene);
  await way.turn(scene.platform, 'bob');
  scene.settings.get();
  await vi.advanceTimersByTimeAsync(60_000);
  await way.turn(scene.platform, 'alice');
  expect(scene.settings.get()).toMatchObject({ language: MARK });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(service.received.map(({ authorization, body }) => [authorization, alices(body)])).toEqual([
    ['Bearer token-of-alice', true],
    ['Bearer token-of-alice', true],
  ]);
});

it('unsent changes of a user without an id are dropped at the sign-out', async () => {
  const service = createService();
  const shared = sharedStore();
  const { turn, ...way } = bySession('none', true)();
  const scene = open(service, { ...way, turn }, shared.tab());
  await turn(scene.platform, 'alice');
  change(scene);
  expect(alices([...shared.content.values()])).toBe(false);
  await turn(scene.platform, 'alice');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(service.received).toEqual([]);
});

it('unsent changes of a user without an id survive a token refresh', async () => {
  const service = createService();
  const refreshed = { data: { type: 'session', attributes: anonymous(bob) } };
  const fetch: typeof globalThis.fetch = async (input, init) =>
    new Request(input, init).url.endsWith('/oauth/token/refresh') ? Response.json(refreshed) : service.fetch(input, init);
  const warnings: unknown[] = [];
  const platform = platformOver(fetch, { logger: (event) => void (event.type === 'warning' && warnings.push(event)) });
  await platform.session.set(anonymous(alice));
  const settings = createSettingsStore(platform);
  onTestFinished(settings.dispose);
  settings.set({ theme: 'dark' });
  const held = platform.session.snapshot();
  await platform.context.session.renew(held!);
  expect(platform.session.snapshot()).not.toBe(held);
  expect(settings.pending().fields).toEqual({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(600);
  expect(service.received).toEqual([{ authorization: 'Bearer token-of-bob', body: { theme: 'dark' } }]);
  expect(warnings).toEqual([]);
});

it('with an accessToken function, each change is sent with the token that was current at the time of the change', async () => {
  const service = createService();
  let token = 'token-1';
  const platform = platformOver(service.fetch, { accessToken: () => token });
  const settings = createSettingsStore(platform);
  onTestFinished(settings.dispose);
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(600);
  token = 'token-2';
  settings.set({ language: 'de' });
  await vi.advanceTimersByTimeAsync(600);
  expect(service.received.map(({ authorization, body }) => [authorization, body])).toEqual([
    ['Bearer token-1', { theme: 'dark' }],
    ['Bearer token-2', { language: 'de' }],
  ]);
});

it('changes that were made while accessToken threw are dropped with a warning after it returns a token', async () => {
  const service = createService();
  const warnings: string[] = [];
  let isBroken = true;
  const accessToken = (): string => {
    if (isBroken) throw new Error('no token');
    return 'token-1';
  };
  const logger = (event: LogEvent): unknown => event.type === 'warning' && warnings.push(event.message);
  const platform = platformOver(service.fetch, { accessToken, logger });
  const settings = createSettingsStore(platform);
  onTestFinished(settings.dispose);
  await settled();
  const errors: unknown[] = [];
  settings.onError((error) => errors.push(error.kind));
  settings.set({ theme: 'dark' });
  await expect(settings.flush()).resolves.toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(errors).toEqual(['session']);
  isBroken = false;
  settings.set({ language: 'de' });
  await settled();
  expect(settings.get()).toEqual({ language: 'de' });
  expect(warnings).toEqual([expect.stringMatching(/were dropped.*option user/)]);
  const flushed = settings.flush();
  await vi.advanceTimersByTimeAsync(10);
  await expect(flushed).resolves.toBe(true);
  expect(service.received.map(({ body }) => body)).toEqual([{ language: 'de' }]);
});

it('changes that are made while accessToken is pending are not stored for the next page', async () => {
  const service = createService();
  const shared = sharedStore();
  const offline = platformOver(service.fetch, { accessToken: () => new Promise<string>(() => undefined) });
  const first = createSettingsStore(offline, { store: shared.tab() });
  onTestFinished(first.dispose);
  first.set({ theme: 'dark' });
  expect(first.get()).toEqual({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(600);
  first.dispose();
  expect([...shared.content.values()].join('')).not.toContain('dark');
  const next = createSettingsStore(platformOver(service.fetch, { accessToken: () => 'token-of-bob' }), { store: shared.tab() });
  onTestFinished(next.dispose);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(service.received).toEqual([]);
});
