import { expect, it } from 'vitest';
import type * as Records from '../src/services/memory/records.ts';
import type * as Services from '../src/platform/services.ts';
import { createMemoryScene, failed, ids, newYear, refused, tokens, uuid, type MemoryScene } from './memory-scene.ts';
import { platformAtNewYear, send, type RawAnswer } from './raw-request.ts';

// The package does not export these records, so the test imports their files.
const inner = (path: string): Promise<unknown> => import(new URL(`../src/${path}.ts`, import.meta.url).href);
const { services } = (await inner('platform/services')) as typeof Services;
const { memoryRecords } = (await inner('services/memory/records')) as typeof Records;

const id = 'a1a00000-0000-4000-8000-000000000003';
const alan = { id, email: 'alan@example.com' };

const tokenIn = ({ body }: RawAnswer): string => (body as { access_token: string }).access_token;
const register = ({ anonymous }: MemoryScene, body: object): Promise<RawAnswer> => anonymous('POST /v1/users', { body });

it('a registration needs no credentials, creates a user, and returns a token', async () => {
  const scene = createMemoryScene();
  const given = { ...alan, first_name: 'Alan', last_name: 'Turing', custom_attributes: { team: 'Hut 8' } };
  const answer = await register(scene, given);
  expect(answer).toMatchObject({ status: 201, body: { access_token: expect.stringMatching(/^[a-z]+_\w+$/) as string } });
  expect(answer.body).toEqual({ access_token: tokenIn(answer), token_type: 'Bearer' });
  await expect(scene.as(tokenIn(answer), 'GET /v1/users/me')).resolves.toMatchObject({
    status: 200,
    body: {
      id,
      email: 'alan@example.com',
      first_name: 'Alan',
      last_name: 'Turing',
      custom_attributes: { team: 'Hut 8' },
      is_active: true,
      has_api_key: false,
      api_key_preview: null,
      created_at: newYear,
    },
  });
});

it('a registration names the first token `Initial Token` by default', async () => {
  const scene = createMemoryScene();
  const named = await register(scene, { ...alan, token_name: 'Laptop' });
  await register(scene, alan);
  const { body } = await scene.as(tokenIn(named), 'GET /v1/users/me/tokens');
  expect(body).toMatchObject({ tokens: [{ name: 'Laptop' }, { name: 'Initial Token' }] });
});

it('a repeated registration updates the user, and keeps omitted fields and the older token', async () => {
  const scene = createMemoryScene();
  const first = tokenIn(
    await register(scene, { ...alan, first_name: 'Alan', last_name: 'Turing', gateway_api_key: 'gw-key-of-alan-7788' }),
  );
  scene.platform.clock.advance(1000);
  const second = tokenIn(await register(scene, { id, email: 'turing@example.com', first_name: 'A.' }));
  const third = tokenIn(await register(scene, { id, email: 'turing@example.com' }));
  expect(new Set([first, second, third]).size).toBe(3);
  for (const token of [first, second, third]) {
    const { body } = await scene.as(token, 'GET /v1/users/me');
    expect(body).toMatchObject({
      id,
      email: 'turing@example.com',
      first_name: 'A.',
      last_name: 'Turing',
      has_api_key: true,
      created_at: newYear,
    });
  }
});

it('a registration recognizes a user whose id is in capital letters', async () => {
  const scene = createMemoryScene();
  const { platform, anonymous } = scene;
  const first = tokenIn(await register(scene, { ...alan, first_name: 'Alan' }));
  const second = tokenIn(await register(scene, { ...alan, id: id.toUpperCase(), last_name: 'Turing' }));
  for (const token of [first, second])
    await expect(scene.as(token, 'GET /v1/users/me')).resolves.toMatchObject({ body: { id, first_name: 'Alan', last_name: 'Turing' } });
  await expect(scene.as(first, 'GET /v1/users/me/tokens')).resolves.toMatchObject({ body: { tokens: [{}, {}] } });

  const seeded = 'b0b00000-0000-4000-8000-000000000004';
  platform.seed({ memoryUsers: [{ id: seeded.toUpperCase(), email: 'bob@example.com', token: 'mem_bob-secret-token' }] });
  const body = { envelope: { message_id: id, sender_agent_key: 'travel-agent', timestamp: newYear }, user_id: seeded.toUpperCase() };
  for (const token of [tokenIn(await register(scene, { id: seeded, email: 'bob@example.com' })), 'mem_bob-secret-token']) {
    await expect(scene.as(token, 'GET /v1/users/me/tokens')).resolves.toMatchObject({ body: { tokens: [{}, {}] } });
    await expect(anonymous('POST /a2a/conversation/create', { token, body })).resolves.toMatchObject({ status: 201 });
  }
});

it('a registration returns a token for memories that were seeded by e-mail address', async () => {
  const { platform, anonymous, as } = createMemoryScene();
  const { accounts } = platform.seed({
    accounts: [{ email: 'grace@example.com', password: 'compiler' }],
    memoryUsers: [{ email: 'grace@example.com', memories: ['I prefer COBOL.'] }],
  });
  const body = { id: accounts[0]?.id, email: 'grace@example.com' };
  const token = tokenIn(await anonymous('POST /v1/users', { body }));
  await expect(as(token, 'GET /v1/memory/me')).resolves.toMatchObject({ body: { memories: [{ content: 'I prefer COBOL.' }] } });
  await expect(as(token, 'GET /v1/users/me/tokens')).resolves.toMatchObject({ body: { tokens: [{ name: 'Initial Token' }] } });
  expect(() => platform.seed({ memoryUsers: [{ email: 'nobody@example.com' }] })).toThrow(
    expect.objectContaining({
      kind: 'invalid-input',
      field: 'memoryUsers',
      message: expect.stringContaining('nobody@example.com') as string,
    }),
  );
});

it.each<[string, object]>([
  ['id', { id: 'alan', email: 'alan@example.com' }],
  ['id', { email: 'alan@example.com' }],
  ['email', { id }],
  ['email', { id, email: '' }],
  ['custom_attributes', { ...alan, custom_attributes: 'tall' }],
])('a registration rejects an invalid %s: %o', async (field, body) => {
  const scene = createMemoryScene();
  await expect(register(scene, body)).resolves.toMatchObject(refused(field));
});

it.each<[string, string | undefined]>([
  ['is missing', undefined],
  ['is unknown', 'Bearer mem_guessed'],
  ['lacks a scheme', tokens.ada],
  ['has another scheme', `Basic ${tokens.ada}`],
])('the token of a call that %s is rejected with 401', async (_, Authorization) => {
  const { anonymous } = createMemoryScene();
  const headers = Authorization === undefined ? {} : { Authorization };
  for (const line of ['GET /v1/users/me', 'GET /v1/memory/me', 'POST /v1/chat', 'POST /v1/session', 'DELETE /v1/memory/user/all'])
    await expect(anonymous(line, { headers })).resolves.toMatchObject(failed(401, 'AUTHENTICATION_FAILED'));
});

it('a token gives access only to its own user', async () => {
  const { as } = createMemoryScene();
  await expect(as('ada', 'GET /v1/users/me')).resolves.toMatchObject({ body: { id: ids.ada, email: 'ada@example.com' } });
  await expect(as('grace', 'GET /v1/users/me')).resolves.toMatchObject({ body: { id: ids.grace, email: 'grace@example.com' } });
});

it('a gateway key is stored, returned masked, and cleared by an empty key', async () => {
  const { as } = createMemoryScene();
  const stored = await as('ada', 'PUT /v1/users/me/api-key', { api_key: 'gw-key-of-ada-4c1e' });
  expect(stored).toMatchObject({ status: 200, body: { has_api_key: true, api_key_preview: '...4c1e' } });
  expect(Object.keys(stored.body as object).toSorted()).toEqual(['api_key_preview', 'has_api_key', 'message']);
  const { body } = await as('ada', 'GET /v1/users/me');
  expect(body).toMatchObject({ has_api_key: true, api_key_preview: '...4c1e' });
  expect(JSON.stringify([stored.body, body])).not.toContain('gw-key');
  await expect(as('grace', 'GET /v1/users/me')).resolves.toMatchObject({ body: { has_api_key: false } });

  const cleared = { has_api_key: false, api_key_preview: null };
  await expect(as('ada', 'PUT /v1/users/me/api-key', { api_key: '' })).resolves.toMatchObject({ status: 200, body: cleared });
  await expect(as('ada', 'GET /v1/users/me')).resolves.toMatchObject({ body: cleared });
});

it('a masked short key shows none of its characters', async () => {
  const { as } = createMemoryScene();
  await expect(as('ada', 'PUT /v1/users/me/api-key', { api_key: 'gw-1234' })).resolves.toMatchObject({
    body: { api_key_preview: '...' },
  });
});

it('a gateway key must be a string', async () => {
  const { as } = createMemoryScene({ gatewayKey: 'gw-key-of-ada-4c1e' });
  await expect(as('ada', 'PUT /v1/users/me/api-key', { api_key: 4 })).resolves.toMatchObject(refused('api_key'));
  await expect(as('ada', 'GET /v1/users/me')).resolves.toMatchObject({ body: { has_api_key: true } });
});

it('the tokens of a user are returned in full once, and listed by their prefix', async () => {
  const { as, platform } = createMemoryScene();
  const created = await as('ada', 'POST /v1/users/me/tokens', { name: 'Laptop' });
  const secret = tokenIn(created);
  expect(created).toMatchObject({ status: 201, body: { access_token: secret, token_type: 'Bearer' } });
  const { body } = await as('ada', 'GET /v1/users/me/tokens');
  expect(body).toEqual({
    tokens: [
      { id: uuid, name: 'Seeded Token', token_prefix: 'mem_ada-...', last_used_at: newYear, created_at: newYear },
      { id: uuid, name: 'Laptop', token_prefix: `${secret.slice(0, 8)}...`, last_used_at: null, created_at: newYear },
    ],
  });
  platform.clock.advance(60_000);
  await as(secret, 'GET /v1/users/me');
  await expect(as('ada', 'GET /v1/users/me/tokens')).resolves.toMatchObject({
    body: { tokens: [{}, { last_used_at: '2026-01-01T00:01:00.000Z', created_at: newYear }] },
  });
});

it('the tokens of a user are stored only as hashes', async () => {
  let kept: readonly (readonly [string, object])[] = [];
  const platform = platformAtNewYear({
    services: services.map((service) => ({
      ...service,
      onRequest: (_, __, world) => void (kept = [...world.records(memoryRecords).tokens]),
    })),
  });
  const secret = tokenIn(await send(platform, 'POST /memory/v1/users', { body: alan }));
  await expect(send(platform, 'GET /memory/v1/users/me', { token: secret })).resolves.toMatchObject({ status: 200 });
  expect(kept).toEqual([[expect.stringMatching(/^[\da-f]{32}$/), expect.objectContaining({ userId: id })]]);
  expect(JSON.stringify(kept)).not.toContain(secret.slice(8));
});

it('a list of tokens shows no prefix of a short token', async () => {
  const { as } = createMemoryScene({ token: 'mem_ada' });
  await expect(as('mem_ada', 'GET /v1/users/me/tokens')).resolves.toMatchObject({ body: { tokens: [{ token_prefix: '...' }] } });
});

it('the tokens of a user stop working after they are revoked', async () => {
  const { as } = createMemoryScene();
  const secret = tokenIn(await as('ada', 'POST /v1/users/me/tokens', { name: 'Laptop' }));
  const { body } = await as('ada', 'GET /v1/users/me/tokens');
  const laptop = (body as { tokens: { id: string; name: string }[] }).tokens.find(({ name }) => name === 'Laptop')!;
  const revoked = await as(secret, `DELETE /v1/users/me/tokens/${laptop.id}`);
  expect([revoked.status, revoked.body]).toEqual([204, undefined]);
  await expect(as(secret, 'GET /v1/users/me')).resolves.toMatchObject(failed(401, 'AUTHENTICATION_FAILED'));
  await expect(as('ada', 'GET /v1/users/me/tokens')).resolves.toMatchObject({ body: { tokens: [{ name: 'Seeded Token' }] } });
});

it('the tokens of a user can be revoked by an id in capital letters', async () => {
  const { as } = createMemoryScene();
  for (let count = 0; count < 16; count++) await as('ada', 'POST /v1/users/me/tokens', { name: 'Laptop' });
  const { body } = await as('ada', 'GET /v1/users/me/tokens');
  const { id: own } = (body as { tokens: { id: string }[] }).tokens.find((each) => /[a-f]/.test(each.id))!;
  await expect(as('ada', `DELETE /v1/users/me/tokens/${own.toUpperCase()}`)).resolves.toMatchObject({ status: 204 });
});

it("revoking another user's token returns 404 with a `detail`, as for a missing token", async () => {
  const { as } = createMemoryScene();
  const { body } = await as('ada', 'GET /v1/users/me/tokens');
  const [own] = (body as { tokens: { id: string }[] }).tokens;
  const absent = { detail: expect.any(String) as string };
  for (const token of [own!.id, 'never']) {
    const answer = await as('grace', `DELETE /v1/users/me/tokens/${token}`);
    expect([answer.status, answer.body]).toEqual([404, absent]);
  }
  await expect(as('ada', 'GET /v1/users/me')).resolves.toMatchObject({ status: 200 });
});

it('a new token requires a name', async () => {
  const { as } = createMemoryScene();
  await expect(as('ada', 'POST /v1/users/me/tokens', { name: '' })).resolves.toMatchObject(refused('name'));
});
