import { createPlatform, inMemoryTokenStore, type PlatformOptions, type SessionRecord, type TokenStore } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { unknown, object, operation, string } from '@platform-sdk/core/contract';
import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { settled } from './fixtures.ts';
import { json, recordingFetch, type Sent } from './recording-fetch.ts';

type User = 'ada' | 'bob';

const bare = { credentials: 'user', output: unknown } as const;
const contract = {
  cached: operation({ ...bare, method: 'GET', path: '/cached', input: object<{}>({}), retry: 'safe', cacheSeconds: 300 }),
  read: operation({ ...bare, method: 'GET', path: '/read/{of}', input: object<{ of: string }>({ of: string }), retry: 'safe' }),
  add: operation({ ...bare, method: 'POST', path: '/notes', input: object<{ of: string }>({ of: string }), retry: 'non-idempotent' }),
  put: operation({ ...bare, method: 'PUT', path: '/notes', input: object<{ of: string }>({ of: string }), retry: 'idempotent' }),
};

/** Returns tokens that contain the name of their user. */
const tokensOf = (user: User, count = 0) => ({
  id: user as string,
  accessToken: `${user}-access-${count}`,
  refreshToken: `${user}-refresh-${count}`,
});
const bearerOf = ({ headers }: Sent): string => headers.get('authorization')?.replace('Bearer ', '') ?? '';
const userOf = (sent: Sent): string => bearerOf(sent).split('-')[0] ?? '';

/** Creates Ada's platform, and a service that responds to a call with the name of the user whose token it contains. */
const createScene = async (options: (scene: { user: User }) => PlatformOptions = () => ({})) => {
  const scene = { user: 'ada' as User };
  const shelf = inMemoryTokenStore();
  let changed = (): void => undefined;
  const store: TokenStore = {
    get: shelf.get,
    set: shelf.set,
    subscribe(listener) {
      changed = listener;
      return () => undefined;
    },
  };
  /** The responses to the first requests, except refreshes. Later requests succeed, unless their token has expired. */
  const faults: ((sent: Sent) => Response | Promise<Response>)[] = [];
  const over = new Set<string>();
  let refreshed = tokensOf('ada', 1);
  const wire = recordingFetch((sent) => {
    if (sent.url.endsWith('/oauth/token/refresh')) {
      const { id, ...attributes } = refreshed;
      return json({ data: { id, type: 'session', attributes } });
    }
    const fault = faults.shift();
    if (fault) return fault(sent);
    return over.has(bearerOf(sent)) ? json({}, 401) : json({ owner: userOf(sent) });
  });
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls: { auth: 'https://auth.test/v1', organizations: 'https://api.test/v1' },
    fetch: wire.fetch,
    session: { store },
    ...options(scene),
  });
  const client = createClient({ name: 'notes', base: 'organizations' }, contract, platform);
  if (!platform.context.options.accessToken) await platform.session.set(tokensOf('ada'));
  return {
    scene,
    platform,
    client,
    wire,
    faults,
    over,
    answerRefreshAs: (user: User) => void (refreshed = tokensOf(user, 1)),
    /** Stores a session as another tab would. */
    storeElsewhere: async (session: SessionRecord['session']) => {
      const { generation } = (await shelf.get()) as SessionRecord;
      await shelf.set({ generation: generation + 1, session }, generation);
      changed();
      for (let turn = 0; turn < 5; turn++) await settled();
    },
  };
};
type Scene = Awaited<ReturnType<typeof createScene>>;

/** Every way in which the user of a platform changes. */
const changes: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'a sign-in': ({ platform }) => platform.session.set(tokensOf('bob')),
  'a sign-in without an id': ({ platform }) => {
    const { id: _, ...nobody } = tokensOf('bob');
    return platform.session.set(nobody);
  },
  'a sign-out and a sign-in': async ({ platform }) => {
    await platform.session.clear();
    await platform.session.set(tokensOf('bob'));
  },
  'a sign-in in another tab': ({ storeElsewhere }) => storeElsewhere({ ...tokensOf('bob'), receivedAt: Date.now() }),
  'a sign-out and a sign-in in another tab': async ({ storeElsewhere }) => {
    await storeElsewhere(null);
    await storeElsewhere({ ...tokensOf('bob'), receivedAt: Date.now() });
  },
  'a refresh that returns another user': async ({ platform, answerRefreshAs }) => {
    answerRefreshAs('bob');
    const held = platform.session.snapshot();
    await (held && platform.context.session.renew(held));
  },
  'a function that returns another token': async ({ scene }) => void (scene.user = 'bob'),
};

/** Creates a fault that responds to a request only after the test calls `release`. */
const holding = (answer: (sent: Sent) => Response) => {
  let release = (): void => undefined;
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const fault = async (sent: Sent): Promise<Response> => {
    arrive();
    await new Promise<void>((resolve) => (release = resolve));
    return answer(sent);
  };
  return { fault, arrived, release: () => release() };
};
const outcomeOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const own = (sent: Sent): Response => json({ owner: userOf(sent) });
const unavailable = (): Response => json({}, 503);
const lost = (): never => {
  throw new TypeError('fetch failed');
};
const busy = (): Response => json({}, 429, { 'Retry-After': '0' });

/** Lets Ada's call fail, and changes the user before the retry. Checks that Bob's token is not used for it. */
const retriedAfter =
  (call: 'add' | 'put', answer: (sent: Sent) => Response) =>
  async (scene: Scene, change: () => Promise<unknown>): Promise<void> => {
    const held = holding(answer);
    scene.faults.push(held.fault);
    const outcome = outcomeOf(scene.client[call]({ of: 'ada' }));
    await held.arrived;
    await change();
    held.release();
    expect(await outcome).not.toMatchObject({ owner: 'bob' });
  };

/** Data and calls of Ada at the moment when the user changes. Each function checks that Bob gets and sends none of them. */
const moments: Readonly<Record<string, (scene: Scene, change: () => Promise<unknown>) => Promise<void>>> = {
  'a cached response': async ({ client }, change) => {
    expect(await client.cached()).toEqual({ owner: 'ada' });
    await change();
    expect(await client.cached()).toEqual({ owner: 'bob' });
  },
  'a running read that could be shared': async ({ client, faults }, change) => {
    const held = holding(own);
    faults.push(held.fault);
    const first = client.cached();
    await held.arrived;
    await change();
    expect(await client.cached()).toEqual({ owner: 'bob' });
    held.release();
    expect(await first).toEqual({ owner: 'ada' });
    expect(await client.cached()).toEqual({ owner: 'bob' });
  },
  'a late response that could be cached': async ({ client, faults }, change) => {
    const held = holding(own);
    faults.push(held.fault);
    const first = client.cached({}, { forceRefresh: true });
    await held.arrived;
    await change();
    held.release();
    await first;
    expect(await client.cached()).toEqual({ owner: 'bob' });
  },
  'a write with a 401': retriedAfter('add', () => json({}, 401)),
  'an idempotent write with a 401': retriedAfter('put', () => json({}, 401)),
  'a write with a 503': retriedAfter('put', unavailable),
  'a write whose connection is lost': retriedAfter('put', lost),
  'a write with a 429': retriedAfter('put', busy),
  'a write that begins before the change': async ({ client }, change) => {
    const outcome = outcomeOf(client.add({ of: 'ada' }));
    await change();
    expect(await outcome).not.toMatchObject({ owner: 'bob' });
  },
  'a read with a 401': async ({ client, faults }, change) => {
    const held = holding(() => json({}, 401));
    faults.push(held.fault);
    const outcome = outcomeOf(client.read({ of: 'ada' }));
    await held.arrived;
    await change();
    held.release();
    expect(await outcome).not.toMatchObject({ owner: 'bob' });
  },
  'many calls that wait for one refresh': async ({ client, over, platform }, change) => {
    for (const { accessToken } of [tokensOf('ada'), tokensOf('ada', 1)]) over.add(accessToken);
    const outcomes = Array.from({ length: 10 }, () => outcomeOf(client.put({ of: 'ada' })));
    await change();
    for (const outcome of await Promise.all(outcomes)) expect(outcome).not.toMatchObject({ owner: 'bob' });
    await platform.session.get();
  },
};

const rows = Object.keys(changes).flatMap((change) => Object.keys(moments).map((moment) => [moment, change] as const));

it('tests at least 60 combinations of a moment and a change of user', () => {
  expect(rows.length).toBeGreaterThanOrEqual(60);
});

it.each(rows)('keeps %s separate from the next user after %s', async (moment, change) => {
  const isFunction = change.startsWith('a function');
  const scene = await createScene((user) => (isFunction ? { accessToken: () => `${user.user}-access-0` } : {}));
  await moments[moment]?.(scene, async () => changes[change]?.(scene));
  const { wire, client } = scene;
  const owned = wire.sent.map((sent) => ({
    sent,
    of: (sent.body as { readonly of?: string } | undefined)?.of ?? /\/read\/(\w+)/.exec(sent.url)?.[1],
  }));
  expect(owned.filter(({ sent, of }) => of !== undefined && userOf(sent) !== of)).toEqual([]);
  // Bob can send calls afterwards.
  expect(await client.put({ of: 'bob' })).toEqual({ owner: 'bob' });
});

const USERS = longCount(250, 1000);

it(`returns each of ${USERS} users at once their own data, from caches and after refreshes`, async () => {
  const over = new Set<string>();
  const wire = recordingFetch((sent) => {
    const { refresh_token } = Object(sent.body) as { readonly refresh_token?: string };
    const [user = ''] = (refresh_token ?? bearerOf(sent)).split('-');
    if (refresh_token === undefined) return over.has(bearerOf(sent)) ? json({}, 401) : json({ owner: user });
    return json({
      data: { id: user, type: 'session', attributes: { accessToken: `${user}-access-1`, refreshToken: `${user}-refresh-1` } },
    });
  });
  const visit = async (user: string): Promise<unknown[]> => {
    const platform = createPlatform({
      apiKey: 'app-1',
      baseUrls: { auth: 'https://auth.test/v1', organizations: 'https://api.test/v1' },
      fetch: wire.fetch,
    });
    const client = createClient({ name: 'notes', base: 'organizations' }, contract, platform);
    await platform.session.set({ id: user, accessToken: `${user}-access-0`, refreshToken: `${user}-refresh-0` });
    over.add(`${user}-access-0`);
    return Promise.all([client.cached(), client.cached(), client.put({ of: user }), client.read({ of: user })]);
  };
  const users = Array.from({ length: USERS }, (_, index) => `user${index}`);
  const seen = await Promise.all(users.map(visit));
  expect(seen).toEqual(users.map((owner) => Array.from({ length: 4 }, () => ({ owner }))));
}, 120_000);
