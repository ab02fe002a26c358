import { createLocalPlatform, type LocalPlatform } from '@platform-sdk/local-platform';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Services from '../src/platform/services.ts';
import type * as Service from '../src/routing/service.ts';
import type * as Json from '../src/state/json.ts';
import type * as Pieces from '../src/responding/json-pieces.ts';
import type * as Sorted from '../src/requests/sorted.ts';
import type * as Steps from '../src/requests/steps.ts';
import type * as Lists from '../src/world/lists.ts';
import type * as State from '../src/world/state.ts';
import { attributes } from './projects-scene.ts';
import { send, signIn } from './raw-request.ts';

const { encode, encodeInPieces } = await vi.importActual<typeof Json>('../src/state/json.ts');
const { jsonPieces } = await vi.importActual<typeof Pieces>('../src/responding/json-pieces.ts');
const { sortedInSteps } = await vi.importActual<typeof Sorted>('../src/requests/sorted.ts');
const { services: ownServices } = await vi.importActual<typeof Services>('../src/platform/services.ts');
const { createLongLists } = await vi.importActual<typeof Lists>('../src/world/lists.ts');
const { createSteps } = await vi.importActual<typeof Steps>('../src/requests/steps.ts');

const MANY = 1200;
const numbered = <Item>(make: (index: number) => Item, count = MANY): Item[] => Array.from({ length: count }, (_, index) => make(index));

/** Every look at the clock takes 5 ms, so that the number of breaks depends on the work alone. */
const slowClock = (): void => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
};

afterEach(() => void vi.restoreAllMocks());

interface Crowd {
  readonly local: LocalPlatform;
  readonly token: string;
  readonly organizationId: string;
}

const createCrowd = async (): Promise<Crowd> => {
  const local = createLocalPlatform();
  const accounts = numbered((index) => ({ email: `user-${index}@example.com`, password: 'p' }));
  local.seed({
    accounts,
    organizations: [
      {
        name: 'Crowd',
        owner: 'ada@example.com',
        members: accounts.map(({ email }) => ({ email, role: 'MEMBER' as const })),
        projects: numbered((index) => `Project ${(index * 7) % MANY}`),
      },
    ],
  });
  const { accessToken: token } = await signIn(local, 'ada@example.com', 'difference-engine');
  const { body } = await send(local, 'GET /control/v1/organizations', { token });
  const organizationId = (body as { data: { id: string }[] }).data.at(-1)?.id ?? '';
  return { local, token, organizationId };
};

interface Resource {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
const dataOf = (answer: { readonly body: unknown }): Resource[] => (answer.body as { data: Resource[] }).data;

describe('a long list', () => {
  let crowd: Crowd;
  beforeEach(async () => {
    crowd = await createCrowd();
  });
  const members = () => send(crowd.local, `GET /control/v1/organizations/${crowd.organizationId}/users`, { token: crowd.token });

  it('has all items, and the length of its body', async () => {
    const { status, headers, body } = await members();
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(Number(headers.get('content-length'))).toBe(JSON.stringify(body).length);
    expect(dataOf({ body }).map((item) => item.attributes['email'])).toEqual([
      'ada@example.com',
      ...numbered((index) => `user-${index}@example.com`),
    ]);
  });

  it('lets a later request that reads overtake it', async () => {
    slowClock();
    const order: string[] = [];
    await Promise.all([
      members().then(() => order.push('list')),
      send(crowd.local, `GET /control/v1/organizations/${crowd.organizationId}`, { token: crowd.token }).then(() => order.push('get')),
    ]);
    expect(order).toEqual(['get', 'list']);
  });

  it('shows none of the changes that come after it', async () => {
    const before = dataOf(await members());
    const last = before.at(-1)?.id ?? '';
    slowClock();
    const change = `PATCH /control/v1/organizations/${crowd.organizationId}/members/${last}/role`;
    const [listed, changed] = await Promise.all([
      members(),
      send(crowd.local, change, { token: crowd.token, body: attributes({ role: 'ADMIN' }) }),
    ]);
    expect(changed.status).toBe(200);
    expect(dataOf(listed)).toEqual(before);
    expect(dataOf(await members()).at(-1)?.attributes['role']).toBe('ADMIN');
  });

  it('is complete when the platform is reset before it is written', async () => {
    slowClock();
    const listed = members();
    // Its rule has run by then.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    crowd.local.seed({ accounts: [{ email: 'late@example.com', password: 'p' }] });
    crowd.local.reset();
    expect(dataOf(await listed)).toHaveLength(MANY + 1);
  });

  it('has its related resources, each once', async () => {
    const { body } = await send(crowd.local, 'GET /control/v1/organizations', { token: crowd.token });
    const { data, included } = body as {
      data: { relationships: Record<string, { data: { id: string }[] }> }[];
      included: { type: string; id: string }[];
    };
    const keys = included.map(({ type, id }) => `${type} ${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(data.at(-1)?.relationships['users']?.data).toHaveLength(MANY + 1);
    expect(data.at(-1)?.relationships['projects']?.data).toHaveLength(MANY);
    expect(keys).toHaveLength(MANY + 1 + MANY + 1);
  });

  it('is sorted as a short one', async () => {
    const list = (sort: string) =>
      send(crowd.local, `GET /control/v1/organizations/${crowd.organizationId}/projects?sort=${sort}`, { token: crowd.token });
    const names = dataOf(await list('alphabetical')).map((item) => String(item.attributes['name']));
    expect(names).toHaveLength(MANY);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en', { sensitivity: 'base' }).compare));
  });
});

describe('a long change', () => {
  const TOKEN = 'mem_own-token-of-ada';
  const memory = (local: LocalPlatform, line: string) => send(local, line, { token: TOKEN });

  it('of memories removes all of them at the same moment', async () => {
    const local = createLocalPlatform();
    const id = '0ada0000-0000-4000-8000-000000000001';
    local.seed({ memoryUsers: [{ id, email: 'ada@example.com', token: TOKEN, memories: numbered((index) => `I love colour ${index}.`) }] });
    slowClock();
    const [removed, ...listed] = await Promise.all([
      memory(local, 'DELETE /memory/v1/memory/user/all?confirm=true'),
      ...numbered(() => memory(local, 'GET /memory/v1/memory/me?limit=1'), 20),
    ]);
    expect(removed.body).toMatchObject({ deleted_count: MANY });
    const totals = listed.map(({ body }) => (body as { total: number }).total);
    expect(totals.filter((total) => total !== 0 && total !== MANY)).toEqual([]);
    expect((await memory(local, 'GET /memory/v1/memory/me')).body).toMatchObject({ total: 0, memories: [] });
  });

  it('is in a copy of the state as a whole, or not at all', async () => {
    const { local, token, organizationId } = await createCrowd();
    slowClock();
    const captured = local.internals.captureInSteps();
    const [state] = await Promise.all([
      captured,
      send(local, `POST /control/v1/organizations/${organizationId}/projects`, { token, body: attributes({ name: 'Late' }) }),
    ]);
    const copy = createLocalPlatform();
    copy.internals.restoreState(state);
    const countOf = async (platform: LocalPlatform): Promise<number> =>
      dataOf(await send(platform, `GET /control/v1/organizations/${organizationId}/projects`, { token })).length;
    expect([await countOf(copy), await countOf(local)]).toEqual([MANY, MANY + 1]);
    const now = await local.internals.captureInSteps();
    expect(JSON.stringify(encode(now.world.stores))).toBe(JSON.stringify(local.snapshot().stores));
  });
});

describe('a copy of the state in steps', () => {
  const begun = async (): Promise<{ local: LocalPlatform; captured: ReturnType<LocalPlatform['internals']['captureInSteps']> }> => {
    const { local } = await createCrowd();
    local.snapshot();
    local.seed({ accounts: numbered((index) => ({ email: `late-${index}@example.com`, password: 'p' })) });
    slowClock();
    return { local, captured: local.internals.captureInSteps() };
  };

  it('leaves nothing out of a snapshot that is taken meanwhile', async () => {
    const { local, captured } = await begun();
    expect(JSON.stringify(local.snapshot())).toContain('late-0@example.com');
    await captured;
  });

  it('has the keys of its own state when another is restored meanwhile', async () => {
    const { local, captured } = await begun();
    const before = local.account;
    const other = createLocalPlatform({ randomCredentials: true });
    local.restore(other.snapshot());
    expect(local.account).not.toEqual(before);
    expect((await captured).identity.account).toEqual(before);
  });
});

describe('the lists that delay changes', () => {
  /** A platform whose organizations have other rules. */
  const withRules = async (
    rules: Readonly<Record<string, Service.Rule<unknown, unknown>>>,
  ): Promise<{ local: LocalPlatform; token: string }> => {
    const services = ownServices.map((service) =>
      service.name === 'organizations' ? { ...service, rules: { ...service.rules, ...rules } } : service,
    );
    const local = createLocalPlatform({ services });
    const { accessToken: token } = await signIn(local, 'ada@example.com', 'difference-engine');
    return { local, token };
  };

  it('include a list that its rule begins after a change', async () => {
    const lists = createLongLists();
    const steps = lists.begin();
    lists.finish();
    const made = steps.fill([1], (item) => item);
    slowClock();
    const reading = lists.read(steps);
    expect(lists.isEmpty).toBe(false);
    await reading;
    expect([made, lists.isEmpty]).toEqual([[1], true]);
  });

  it('leave out the list of a rule that fails', async () => {
    const { local, token } = await withRules({
      list(_, call) {
        call.list(numbered(String), (text) => text);
        throw new Error('broken');
      },
    });
    expect((await send(local, 'GET /control/v1/organizations', { token })).status).toBe(500);
    expect(local.internals.world.lists.isEmpty).toBe(true);
  });

  it('are complete when the change begins, though others begin when its wait ends', async () => {
    const beginOthers = async ({ lists }: State.World): Promise<void> => {
      for (let turn = 0; turn < 100; turn++) {
        await Promise.resolve();
        if (lists.isEmpty) lists.begin();
      }
    };
    const found: boolean[] = [];
    const { local, token } = await withRules({
      list: (_, { list, world }) => list(numbered(String), (_text, index) => void (index === MANY - 1 && beginOthers(world))),
      create: (_, { world }) => void found.push(world.lists.isEmpty),
    });
    slowClock();
    await Promise.all([
      send(local, 'GET /control/v1/organizations', { token }),
      send(local, 'POST /control/v1/organizations', { token, body: { data: { type: 'organization', attributes: { name: 'Late' } } } }),
    ]);
    expect(found).toEqual([true]);
  });
});

describe('steps', () => {
  it('fill lists as deep as they go, in the order of filling each at once', async () => {
    const [now, later]: [string[], string[]] = [[], []];
    const visit = (fill: <In, Out>(from: readonly In[], make: (item: In) => Out) => unknown, to: string[]): void => {
      fill([1, 2, 3], (outer) => {
        to.push(`${outer}`);
        fill([1, 2], (inner) => to.push(`${outer}.${inner}`));
        fill([3], (inner) => to.push(`${outer}.${inner}`));
        return outer;
      });
      fill([4], (outer) => to.push(`${outer}`));
    };
    visit((from, make) => from.map((item) => make(item)), now);
    const steps = createSteps();
    visit(steps.fill, later);
    await steps.run();
    expect(later).toEqual(now);
  });

  it('report a failure to their own reader, though another completes them', async () => {
    const steps = createSteps();
    steps.fill([1], () => {
      throw new Error('broken');
    });
    steps.finish();
    await expect(steps.run()).rejects.toThrow('broken');
  });

  it('break after the same number of items, however many there are', async () => {
    const breaksOf = async (count: number): Promise<number> => {
      slowClock();
      const timers = vi.spyOn(globalThis, 'setTimeout');
      const steps = createSteps();
      steps.fill(
        numbered((index) => index, count),
        (item) => item,
      );
      await steps.run();
      const breaks = timers.mock.calls.length;
      vi.restoreAllMocks();
      return breaks;
    };
    const [some, more] = [await breaksOf(3200), await breaksOf(32_000)];
    expect(some).toBeGreaterThan(10);
    expect(Math.abs(more - 10 * some)).toBeLessThanOrEqual(10);
  });
});

describe('work in steps', () => {
  it('sorts as toSorted does', async () => {
    const items = numbered((index) => ({ key: (index * 7919) % 97, index }), 5003);
    const compare = (one: { key: number }, other: { key: number }): number => one.key - other.key;
    expect(await sortedInSteps(items, compare)).toEqual(items.toSorted(compare));
  });

  const shared = { name: 'shared' };
  const values: readonly unknown[] = [
    undefined,
    null,
    'text',
    { a: undefined, b: [undefined, 1], c: {} },
    [],
    numbered((index) => index),
    { list: numbered((index) => ({ index, inner: index % 500 === 0 ? numbered((each) => ({ each, no: undefined })) : [] })), 'a"b': 1 },
    [numbered(String), { deep: { deeper: [{ deepest: numbered(String) }] } }],
  ];

  it('writes the JSON of JSON.stringify', () => {
    for (const value of values) expect([...jsonPieces(value)].join('')).toBe(value === undefined ? 'null' : JSON.stringify(value));
  });

  it('writes the state as encode does', () => {
    const long = new Map(numbered((index) => [`key ${index}`, { index, shared, big: BigInt(index) }]));
    const states = [
      ...values,
      new Map<string, unknown>([
        ['one', { long }],
        ['two', long],
        ['three', { $tag: numbered(String) }],
        ['four', shared],
      ]),
    ];
    for (const state of states) expect([...encodeInPieces(state)].join('')).toBe(JSON.stringify(encode(state)));
  });
});
