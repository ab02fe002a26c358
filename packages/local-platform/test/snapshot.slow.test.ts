import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLocalPlatform, type LocalPlatform, type Snapshot } from '@platform-sdk/local-platform';
import { expect, it, vi } from 'vitest';
import type * as Stores from '../src/platform/stores.ts';
import type * as Json from '../src/state/json.ts';
import { makeBusy } from './busy-platform.ts';
import { send } from './raw-request.ts';

const { stores } = await vi.importActual<typeof Stores>('../src/platform/stores.ts');
const { decode, encode } = await vi.importActual<typeof Json>('../src/state/json.ts');

const at = Date.UTC(2026, 0, 1);
const create = (): LocalPlatform => createLocalPlatform({ clock: { now: () => at } });

/** Converts a snapshot to JSON and back, as a file does. */
const throughJson = (snapshot: Snapshot): Snapshot => JSON.parse(JSON.stringify(snapshot)) as Snapshot;

const isEmpty = (value: unknown): boolean => {
  if (value instanceof Map) return value.size === 0;
  return Array.isArray(value) && value.length === 0;
};

const letter = { channel: 'email', to: 'ada@example.com', kind: 'activation', text: 'Hello', at: new Date(at).toISOString() };

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

it('a snapshot contains every store in the sources, each under a unique name', () => {
  const folder = fileURLToPath(new URL('../src/', import.meta.url));
  const sources = globSync('**/*.ts', { cwd: folder }).map((file) => readFileSync(folder + file, 'utf8'));
  const declared = sources.flatMap((text) => [...text.matchAll(/(?<![\w.])store\(\s*'([^']+)'/g)].map(([, name = '']) => name));
  const transient = sources.flatMap((text) => [...text.matchAll(/transientStore\(\s*'([^']+)'/g)].map(([, name]) => name));

  expect(stores.map(({ storeName }) => storeName).toSorted()).toEqual(declared.toSorted());
  expect(new Set([...declared, ...transient]).size).toBe(declared.length + transient.length);
});

it('a snapshot of a restored platform equals the original snapshot', async () => {
  const local = create();
  await makeBusy(local);
  const snapshot = throughJson(local.snapshot());
  const records = decode(snapshot.stores) as Map<string, object>;
  const other = create();
  other.restore(snapshot);

  const empty = stores.flatMap(({ storeName }) => {
    const found = records.get(storeName);
    const parts = found instanceof Map || Array.isArray(found) ? [['', found]] : Object.entries(found ?? { '': [] });
    return parts.filter(([, part]) => isEmpty(part)).map(([name]) => `${storeName} ${name as string}`);
  });
  expect(empty).toEqual([]);
  expect(throughJson(other.snapshot())).toEqual(snapshot);
  expect(other.inbox.all).toEqual(local.inbox.all);
  expect(other.jobs).toEqual(local.jobs);
  expect(other.account).toEqual(local.account);
  expect(other.clock.now()).toBe(local.clock.now());
});

it('a restored platform gives the same responses to the same tokens', async () => {
  const local = create();
  const { token, memoryToken, refreshToken } = await makeBusy(local);
  const other = create();
  other.restore(throughJson(local.snapshot()));
  const auth = `Basic ${btoa('pk-lf-local:sk-lf-local')}`;
  const lines: [string, object][] = [
    ['GET /control/v1/organizations', { token }],
    ['GET /control/v1/wallets', { token }],
    ['GET /memory/v1/memory/me', { token: memoryToken }],
    ['GET /memory/v1/users/me/profile', { token: memoryToken }],
    ['GET /analytics/api/public/traces', { headers: { authorization: auth } }],
  ];
  for (const [line, request] of lines) {
    const [expected, found] = [await send(local, line, request), await send(other, line, request)];
    expect({ line, status: found.status, body: found.body }).toEqual({ line, status: 200, body: expected.body });
  }
  expect(lines).toHaveLength(5);
  const archives = await Promise.all(
    [local, other].map(async (each) => (await each.fetch(`${each.baseUrls().converter}/api/download/sample.localhost`)).arrayBuffer()),
  );
  expect(archives[1]?.byteLength).toBeGreaterThan(1000);
  expect(archives[1]?.byteLength).toBe(archives[0]?.byteLength);
  // A refresh token is valid once on each of the two platforms.
  const refreshed = await send(other, 'POST /auth/v1/oauth/token/refresh', { body: { refresh_token: refreshToken } });
  expect(refreshed.status).toBe(200);
});

it('a snapshot does not change when the platform changes later', async () => {
  const local = create();
  const { token, organizationId } = await makeBusy(local);
  const snapshot = local.snapshot();
  const before = JSON.stringify(snapshot);
  const other = create();
  other.restore(snapshot);
  for (const each of [local, other]) {
    await send(each, `PUT /control/v1/organizations/${organizationId}`, {
      token,
      body: { data: { id: organizationId, type: 'organizations', attributes: { name: 'Other' } } },
    });
    each.clock.advance(1000);
    each.reset();
  }

  expect(JSON.stringify(snapshot)).toBe(before);
});

it('two snapshots of an unchanged platform are equal', () => {
  const local = create();
  const [one, other] = [local.snapshot(), local.snapshot()];

  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});

it.each([
  ['the value undefined', undefined, 'format must be platform-sdk-local'],
  ['another format', { format: 'other' }, 'format must be platform-sdk-local'],
  ['another version', { version: 2 }, 'version must be 1'],
  ['an unknown store', { stores: { $map: [['other', []]] } }, 'stores.other is unknown'],
  ['a store of another kind', { stores: { $map: [['agent-passes', []]] } }, 'stores.agent-passes does not fit'],
  ['a broken tag', { stores: { $bytes: '*' } }, 'stores cannot be read'],
  ['messages of another kind', { messages: [1] }, 'messages.0 must be an object'],
  ['a message with a member of its own', { messages: [{ ...letter, deep: [] }] }, 'messages.0.deep is unknown'],
  ['a message with a code of another kind', { messages: [{ ...letter, code: nested(5000) }] }, 'messages.0.code must be a string'],
  ['deep stores', { stores: { $map: [['auth', nested(5000)]] } }, 'stores is circular, or nested too deeply'],
  ['a clock beyond all dates', { aheadMs: 1e300 }, 'aheadMs must be'],
  [
    'no password',
    { identity: { ...create().snapshot().identity, account: { id: '1', email: 'a@b' } } },
    'identity.account.password is required',
  ],
])('restore rejects a snapshot with %s, and changes nothing', (_name, change, message) => {
  const local = create();
  const before = JSON.stringify(local.snapshot());
  const given = (change === undefined ? undefined : { ...local.snapshot(), ...change }) as Snapshot;

  expect(() => local.restore(given)).toThrow(message);
  expect(JSON.stringify(local.snapshot())).toBe(before);
});

it('restore keeps the last 1,000 messages of a snapshot', () => {
  const local = create();
  const messages = Array.from({ length: 300_000 }, (_, index) => ({ ...letter, text: String(index) }));
  local.restore({ ...local.snapshot(), messages } as unknown as Snapshot);

  expect(local.inbox.all).toHaveLength(1000);
  expect(local.inbox.all.at(-1)).toEqual(messages.at(-1));
});

it('a change of the seed data after seeding does not change the immutable records', () => {
  const trace = { id: 'one', name: 'before', metadata: { tags: ['a'] } };
  const local = create();
  local.seed({ analytics: [{ projectId: '1', traces: [trace] }] });
  trace.metadata.tags.push('b');

  expect(JSON.stringify(local.snapshot().stores)).toContain('"metadata":{"tags":["a"]}');
});

it('encode and decode preserve types that JSON lacks, and references to one object', () => {
  const shared = { name: 'one' };
  const value = {
    map: new Map<string, unknown>([
      ['b', 1n],
      ['10', undefined],
      ['2', Infinity],
    ]),
    bytes: new Uint8Array([0, 255]),
    floats: new Float64Array([0.1, -3]),
    tag: { $map: [] },
    list: [shared, shared, null],
  };
  const found = decode(JSON.parse(JSON.stringify(encode(value)))) as typeof value;

  expect(found).toEqual(value);
  expect([...found.map.keys()]).toEqual(['b', '10', '2']);
  expect(found.list[0]).toBe(found.list[1]);
});
