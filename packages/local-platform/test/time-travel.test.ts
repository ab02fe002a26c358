import { createLocalPlatform, serve, type Snapshot } from '@platform-sdk/local-platform';
import { expect, it, onTestFinished, vi } from 'vitest';
import type * as Stores from '../src/platform/stores.ts';
import type * as Copy from '../src/state/copy.ts';
import type * as Accounts from '../src/world/accounts.ts';
import { makeBusy } from './busy-platform.ts';
import { startControl, TOKEN, type ControlScene } from './control-scene.ts';

const { stores } = await vi.importActual<typeof Stores>('../src/platform/stores.ts');
const { accountRecords } = await vi.importActual<typeof Accounts>('../src/world/accounts.ts');
const { createCopier } = await vi.importActual<typeof Copy>('../src/state/copy.ts');

const register = (scene: ControlScene, name: string) =>
  scene.call('POST /auth/v1/users', { username: `${name}@example.com`, password: 'p' });

const usernames = async ({ control }: ControlScene): Promise<string[]> =>
  (await control('GET /accounts')).body.accounts.map(({ username }) => username);

it('going back to a request restores the state, the clock and the inbox', async () => {
  const scene = await startControl();
  await register(scene, 'one');
  await scene.control('POST /clock/advance', { ms: 3_600_000 });
  await register(scene, 'two');
  await scene.control('POST /clock/advance', { ms: 3_600_000 });
  await register(scene, 'three');

  expect((await scene.control('POST /requests/2/restore')).status).toBe(204);
  expect(await usernames(scene)).toEqual(['ada@example.com', 'one@example.com']);
  expect(scene.platform.inbox.all.map(({ to }) => to)).toEqual(['one@example.com']);
  expect(Math.round((scene.platform.clock.now() - Date.now()) / 60_000)).toBe(60);
  expect((await scene.control('GET /requests')).body.requests).toHaveLength(3);
  // The restored state continues with other requests.
  await register(scene, 'four');
  expect(await usernames(scene)).toEqual(['ada@example.com', 'one@example.com', 'four@example.com']);
  await scene.control('POST /requests/3/restore');
  expect(await usernames(scene)).toEqual(['ada@example.com', 'one@example.com', 'two@example.com']);
});

it('going back to a request makes the tokens valid that the request invalidated', async () => {
  const scene = await startControl();
  const { accessToken } = await scene.signIn();
  const headers = { authorization: `Bearer ${accessToken}` };
  const list = async () => (await scene.call('GET /control/v1/organizations', undefined, headers)).status;
  await scene.call('GET /auth/v1/oauth/token/revoke', undefined, headers);

  expect(await list()).toBe(401);
  await scene.control('POST /requests/2/restore');
  expect(await list()).toBe(200);
});

it('a request is repeated unchanged, an hour later, and with a fault', async () => {
  const scene = await startControl();
  const { accessToken } = await scene.signIn();
  await scene.call('GET /control/v1/organizations', undefined, { authorization: `Bearer ${accessToken}` });
  const repeat = async (how: object) => (await scene.control('POST /requests/2/repeat', how)).body;

  expect(await repeat({})).toEqual({ id: 3, status: 200, state: 'done' });
  expect(await repeat({ advanceMs: 3_600_000 })).toEqual({ id: 4, status: 401, state: 'done' });
  expect(await repeat({ from: 'before' })).toEqual({ id: 5, status: 200, state: 'done' });
  expect(await repeat({ from: 'before', fault: { status: 503 } })).toEqual({ id: 6, status: 503, state: 'done' });
  expect(await repeat({ fault: { failure: 'reset' } })).toEqual({ id: 7, status: null, state: 'broken' });
  expect(await repeat({ fault: { failure: 'truncated-body' } })).toMatchObject({ id: 8, status: 200 });
  const { requests } = (await scene.control('GET /requests?after=2')).body;
  expect(requests.map(({ repeatOf }) => repeatOf)).toEqual([2, 2, 2, 2, 2, 2]);
  expect((await scene.control('GET /faults')).body.faults).toEqual([]);
});

it('a repeated request that stalls ends when its caller disconnects', async () => {
  const scene = await startControl();
  await register(scene, 'one');
  const leave = new AbortController();
  const repeated = fetch(`${scene.server.origin}/_local/requests/1/repeat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fault: { failure: 'stall' } }),
    signal: leave.signal,
  });
  const stateOf = async (id: number) => (await scene.control(`GET /requests/${id}`)).body['state'];
  await expect.poll(() => stateOf(2), { timeout: 5000 }).toBe('open');
  leave.abort();

  await expect(repeated).rejects.toThrow('aborted');
  await expect.poll(() => stateOf(2), { timeout: 5000 }).toBe('broken');
});

it('a repeated POST has the same body, and takes effect again in the state before the request', async () => {
  const scene = await startControl({}, { requireActivation: false });
  await register(scene, 'one');

  expect((await scene.control('POST /requests/1/repeat', {})).body).toMatchObject({ id: 2, status: 422 });
  expect((await scene.control('POST /requests/1/repeat', { from: 'before' })).body).toMatchObject({ id: 3, status: 200 });
  const [first, , third] = await Promise.all([1, 2, 3].map(async (id) => (await scene.control(`GET /requests/${id}`)).body));
  expect(third?.requestBody).toEqual(first?.requestBody);
  expect(third?.['problems']).toEqual([]);
});

it('the state does not change if the fault of a repeated request is invalid', async () => {
  const scene = await startControl();
  await register(scene, 'one');
  await register(scene, 'two');
  const { status } = await scene.control('POST /requests/1/repeat', {
    from: 'before',
    fault: { operation: 'auth.unknown', status: 503 },
  });

  expect(status).toBe(400);
  expect(await usernames(scene)).toEqual(['ada@example.com', 'one@example.com', 'two@example.com']);
});

it('the recorder stores at most the configured number of states and requests', async () => {
  const scene = await startControl({ maxRequests: 4, maxStates: 2 });
  for (const name of ['one', 'two', 'three', 'four', 'five']) await register(scene, name);
  const { requests } = (await scene.control('GET /requests')).body;

  expect(requests.map(({ id, canRestore }) => [id, canRestore])).toEqual([
    [2, false],
    [3, false],
    [4, true],
    [5, true],
  ]);
  expect((await scene.control('POST /requests/3/restore')).status).toBe(409);
  expect((await scene.control('POST /requests/1/restore')).status).toBe(404);
  expect((await scene.control('POST /requests/3/repeat', { from: 'before' })).status).toBe(409);
});

it('at the memory limit, all states except the newest are dropped', async () => {
  const scene = await startControl({ maxStateBytes: 1 });
  for (const name of ['one', 'two', 'three']) await register(scene, name);
  const { requests } = (await scene.control('GET /requests')).body;

  expect(requests.map(({ canRestore }) => canRestore)).toEqual([false, false, true]);
});

it('the control API returns the state before a request as a snapshot', async () => {
  const scene = await startControl();
  await register(scene, 'one');
  await register(scene, 'two');
  const other = createLocalPlatform();
  other.restore((await scene.control('GET /requests/2/snapshot')).body as unknown as Snapshot);

  expect(other.inbox.all.map(({ to }) => to)).toEqual(['one@example.com']);
});

it('a copied state takes memory only for changed records', async () => {
  const local = createLocalPlatform();
  const traces = Array.from({ length: 5000 }, (_, index) => ({ id: `trace-${index}`, input: { text: 'x'.repeat(200) } }));
  local.seed({ analytics: [{ projectId: '1', traces }] });
  const { bytes: first } = local.internals.capture();
  const { state: before, bytes: unchanged } = local.internals.capture();
  local.seed({ accounts: [{ email: 'new@example.com', password: 'p' }] });
  const { state: after, bytes: changed } = local.internals.capture();

  expect(first).toBeGreaterThan(100_000);
  // Even an unchanged copy needs memory for its own containers.
  expect(unchanged).toBeLessThan(2000);
  expect(changed).toBeLessThan(5000);
  expect(after.world.stores.get('traces')).toBe(before.world.stores.get('traces'));
  expect(after.world.stores.get('accounts')).not.toBe(before.world.stores.get('accounts'));
});

it('a copied state skips stores that no rule has read since the last copy', async () => {
  const local = createLocalPlatform();
  const { accounts } = local.internals.world.records(accountRecords);
  const first = [...accounts.values()][0] as { password: string };
  local.internals.capture();
  local.internals.capture();
  // This change happens without a read, so the copy contains it only if the store was compared.
  first.password = 'changed';
  const { state } = local.internals.capture();
  const copied = state.world.stores.get('accounts') as { accounts: Map<string, { password: string }> };
  expect([...copied.accounts.values()][0]?.password).toBe('difference-engine');

  local.internals.world.records(accountRecords);
  const { state: later } = local.internals.capture();
  const copiedLater = later.world.stores.get('accounts') as { accounts: Map<string, { password: string }> };
  expect([...copiedLater.accounts.values()][0]?.password).toBe('changed');
});

it('a copy contains changes that a running request made after the previous copy', async () => {
  const local = createLocalPlatform();
  const { world, capture } = local.internals;
  const end = world.begin();
  const { accounts } = world.records(accountRecords);
  capture();
  const first = [...accounts.values()][0] as { password: string };
  first.password = 'changed';
  end();
  const copied = capture().state.world.stores.get('accounts') as { accounts: Map<string, { password: string }> };

  expect([...copied.accounts.values()][0]?.password).toBe('changed');
});

it('the stores of a copied state are independent', async () => {
  const local = createLocalPlatform();
  await makeBusy(local);
  const owners = new Map<object, string>();
  const shared: string[] = [];
  const visit = (value: unknown, store: string, path: string): void => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return;
    const owner = owners.get(value);
    if (owner === store) return;
    if (owner !== undefined) shared.push(`${path} is also in ${owner}`);
    owners.set(value, store);
    for (const [key, member] of value instanceof Map ? value : Object.entries(value)) visit(member, store, `${path}.${String(key)}`);
  };
  for (const each of stores) visit(local.internals.world.records(each), each.storeName, each.storeName);

  expect(shared).toEqual([]);
  expect(owners.size).toBeGreaterThan(100);
});

it('a copied state contains one copy of an object with several references', () => {
  const shared = { name: 'one' };
  const copied = createCopier().copy(
    new Map([
      ['a', { shared }],
      ['b', { shared }],
    ]),
  );

  expect(copied.get('a')?.shared).toBe(copied.get('b')?.shared);
  expect(copied.get('a')?.shared).not.toBe(shared);
});

it.each([
  ['a function', { value: () => undefined }],
  ['a promise', { value: Promise.resolve() }],
  ['a weak map', { value: new WeakMap() }],
  ['a date', { value: new Date(0) }],
])('copying a state fails for %s, which a snapshot cannot contain', (_, value) => {
  expect(() => createCopier().copy(value)).toThrow('cannot be copied');
});

it('restoring a copied state of a busy platform changes none of its stores', async () => {
  const local = createLocalPlatform();
  await makeBusy(local);
  const { state } = local.internals.capture();
  const before = local.snapshot();
  local.internals.restoreState(state);

  expect({ ...local.snapshot(), takenAt: '' }).toEqual({ ...before, takenAt: '' });
});

it('the record of a request contains both bodies, the contract, unknown fields and problems', async () => {
  const scene = await startControl();
  await scene.call('POST /auth/v1/oauth/token', { username: 'ada@example.com', password: 5, extra: true });
  const { body } = await scene.control('GET /requests/1');

  expect(body).toMatchObject({
    operation: 'auth.login',
    status: 422,
    unknownFields: ['extra'],
    problems: [{ field: 'password' }],
    requestBody: { bytes: 56, isTruncated: false, type: 'application/json' },
    contract: { method: 'POST', path: '/oauth/token', credentials: 'application' },
  });
  expect(JSON.parse(body.responseBody.text)).toHaveProperty('errors');
});

it('the record of a request contains a body that no rule read', async () => {
  const scene = await startControl();
  await fetch(`${scene.server.baseUrls.organizations}/organizations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"x"}',
  });

  await expect.poll(async () => (await scene.control('GET /requests/1')).body.requestBody.text, { timeout: 5000 }).toBe('{"name":"x"}');
});

it('the record of a request contains the start of a large body, which cannot be repeated', async () => {
  const scene = await startControl();
  await scene.call('POST /auth/v1/oauth/token', { username: 'x'.repeat(400_000), password: 'p' });
  const { body } = await scene.control('GET /requests/1');

  expect(body.requestBody).toMatchObject({ isTruncated: true });
  expect(body.requestBody.text).toHaveLength(256 * 1024);
  expect((await scene.control('POST /requests/1/repeat', {})).status).toBe(409);
});

it('the recorder drops the oldest bodies at the memory limit', async () => {
  const scene = await startControl({ maxBodyBytes: 500_000 });
  for (const name of ['a', 'b', 'c']) await scene.call('POST /auth/v1/oauth/token', { username: name.repeat(300_000), password: 'p' });
  const [first, last] = await Promise.all([1, 3].map(async (id) => (await scene.control(`GET /requests/${id}`)).body.requestBody));

  expect(first).toMatchObject({ bytes: 300_030, isTruncated: true, text: '' });
  expect(last?.text).toHaveLength(256 * 1024);
});

it('the record of a request is open while a stream runs, and then shows that the client closed the connection', async () => {
  const scene = await startControl();
  const response = await fetch(`${scene.server.baseUrls.converter}/api/crawl`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: scene.platform.sampleSite }),
  });
  expect((await scene.control('GET /requests/1')).body['state']).toBe('open');
  await response.body?.cancel();

  await expect.poll(async () => (await scene.control('GET /requests/1')).body['disconnected'], { timeout: 5000 }).toBe(true);
  expect((await scene.control('GET /jobs')).body.jobs).toMatchObject([{ state: 'disconnected' }]);
});

it('the recorder does not change the bytes of responses', async () => {
  const platform = createLocalPlatform({ clock: { now: () => Date.UTC(2026, 0, 1) } });
  const [plain, recorded] = [await serve(platform), await serve(platform, { control: { token: TOKEN } })];
  onTestFinished(async () => void (await Promise.all([plain.close(), recorded.close()])));
  const requests: [string, RequestInit][] = [
    ['/auth/v1/oauth/token/info', { headers: { 'api-key': 'local-api-key' } }],
    ['/auth/v1/other', {}],
    ['/analytics/api/public/traces?limit=3', { headers: { authorization: `Basic ${btoa('pk-lf-local:sk-lf-local')}` } }],
    ['/analytics/api/public/traces', { method: 'HEAD', headers: { authorization: `Basic ${btoa('pk-lf-local:sk-lf-local')}` } }],
    [
      '/converter/api/convert',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ url: platform.sampleSite }) },
    ],
    ['/control/v1/organizations', { method: 'OPTIONS', headers: { origin: 'http://localhost:1' } }],
  ];
  for (const [path, init] of requests) {
    const [one, other] = await Promise.all(
      [plain, recorded].map(async ({ origin }) => {
        const response = await fetch(origin + path, init);
        const headers = [...response.headers].filter(([name]) => !/^(?:date|ratelimit-.*|access-control-expose-headers)$/.test(name));
        return { path, status: response.status, headers, text: await response.text() };
      }),
    );
    expect(other).toEqual(one);
  }
  expect(requests).toHaveLength(6);
});
