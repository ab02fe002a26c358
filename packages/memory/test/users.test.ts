import { createPlatform } from '@platform-sdk/core';
import { createMemoryClient, isMemoryAuthenticationError, isMemoryValidationError } from '@platform-sdk/memory';
import { expect, it } from 'vitest';
import { bodyHeaders, empty, failed, failureOf, headers, json, token, userId, wire } from './wire.ts';

const issued = { access_token: 'mem_fresh-4d', token_type: 'Bearer' };
const user = {
  id: userId,
  email: 'ada@example.com',
  first_name: 'Ada',
  is_active: true,
  has_api_key: false,
  api_key_preview: null,
  created_at: '2026-01-01T00:00:00Z',
};

it('createMemoryClient uses the URL and token of a platform', async () => {
  const seen: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    seen.push(request.url, request.headers.get('authorization') ?? '');
    return json(user);
  };
  const platform = createPlatform({ baseUrls: { memory: 'https://shared.test/memory/' }, tokens: { memory: () => 'mem_shared' }, fetch });
  await createMemoryClient(platform).users.me();
  expect(seen).toEqual(['https://shared.test/memory/v1/users/me', 'Bearer mem_shared']);
});

it('createMemoryClient reports a missing token before anything is sent', async () => {
  const { memory, sent } = wire([json(user)], { tokens: {} });
  const alone = createMemoryClient({ baseUrl: 'https://memory.test' });
  await expect(alone.users.me()).rejects.toMatchObject({ kind: 'invalid-input', field: 'tokens.memory' });
  await memory.users.me();
  expect(sent[0]?.headers['authorization']).toBe(`Bearer ${token}`);
});

it('memory.users.register sends no credentials, and returns the token without a mask', async () => {
  const { memory, sent } = wire([json(issued, 201)], { apiKey: 'app-1' });
  const registration = {
    id: userId,
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    gateway_api_key: 'gw-planted-77',
    custom_attributes: { plan: 'pro' },
    token_name: 'Laptop',
  };
  await expect(memory.users.register(registration)).resolves.toEqual(issued);
  expect(sent).toEqual([
    {
      line: 'POST https://memory.test/v1/users',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: `{"id":"${userId}","email":"ada@example.com","first_name":"Ada","last_name":"Lovelace","gateway_api_key":"gw-planted-77","custom_attributes":{"plan":"pro"},"token_name":"Laptop"}`,
    },
  ]);
});

it.each([
  ['id', { id: 'ada', email: 'ada@example.com' }],
  ['email', { id: userId, email: '' }],
])('memory.users.register rejects an invalid %s', async (field, input) => {
  const { memory, sent } = wire([json(issued, 201)]);
  await expect(memory.users.register(input)).rejects.toMatchObject({ kind: 'invalid-input', field });
  expect(sent).toEqual([]);
});

it('memory.users.register is not retried after a failure, and hides the gateway key in the error', async () => {
  const { memory, sent, events } = wire([failed(400, 'VALIDATION_ERROR', 'The key gw-planted-77 is wrong.')]);
  const error = await failureOf(memory.users.register({ id: userId, email: 'a@b.c', gateway_api_key: 'gw-planted-77' }));
  expect(isMemoryValidationError(error)).toBe(true);
  expect(error).toMatchObject({ message: expect.stringMatching(/^The key \[redacted\] is wrong\./) as string, attempts: 1 });
  expect(JSON.stringify([error, events]) + String((error as Error).stack)).not.toContain('gw-planted');
  expect(sent).toHaveLength(1);
});

it('memory.users.me returns the user', async () => {
  const { memory, sent } = wire([json(user)]);
  await expect(memory.users.me()).resolves.toEqual(user);
  expect(sent).toEqual([{ line: 'GET https://memory.test/v1/users/me', headers, body: '' }]);
});

it('memory.users.me sends a trace id, and throws an error with the trace id of the response', async () => {
  const { memory, sent } = wire([failed(401, 'AUTHENTICATION_FAILED', 'The token is unknown.')]);
  const error = await failureOf(memory.users.me({}, { traceId: '11111111-2222-4333-8444-555555555555' }));
  expect(sent[0]?.headers['x-trace-id']).toBe('11111111-2222-4333-8444-555555555555');
  expect(isMemoryAuthenticationError(error)).toBe(true);
  expect(error).toMatchObject({ status: 401, traceId: '9d0b3b0e-0000-4000-8000-000000000001' });
  expect(JSON.stringify(error)).not.toContain(token);
});

it('memory.users.setGatewayKey sends the key, and returns the masked key', async () => {
  const state = { message: 'Saved.', has_api_key: true, api_key_preview: 'gw-...77' };
  const { memory, sent } = wire([json(state)]);
  await expect(memory.users.setGatewayKey({ api_key: 'gw-planted-77' })).resolves.toEqual(state);
  expect(sent).toEqual([
    { line: 'PUT https://memory.test/v1/users/me/api-key', headers: bodyHeaders, body: '{"api_key":"gw-planted-77"}' },
  ]);
});

it('memory.users.setGatewayKey hides the key in errors', async () => {
  const { memory } = wire([failed(400, 'VALIDATION_ERROR', 'gw-planted-77?')]);
  expect(JSON.stringify(await failureOf(memory.users.setGatewayKey({ api_key: 'gw-planted-77' })))).not.toContain('gw-planted');
});

it('memory.tokens.create returns the token without a mask', async () => {
  const { memory, sent } = wire([json(issued, 201)]);
  await expect(memory.tokens.create({ name: 'Laptop' })).resolves.toEqual(issued);
  expect(sent).toEqual([{ line: 'POST https://memory.test/v1/users/me/tokens', headers: bodyHeaders, body: '{"name":"Laptop"}' }]);
});

it('memory.tokens.create is not retried if the server fails', async () => {
  const { memory, sent } = wire([failed(500, 'INTERNAL_ERROR', 'Oops.')]);
  await expect(memory.tokens.create({ name: 'Laptop' })).rejects.toMatchObject({ status: 500, outcome: 'unknown' });
  expect(sent).toHaveLength(1);
});

it('memory.tokens.list returns masked tokens', async () => {
  const tokens = [{ id: 't-1', name: 'Laptop', token_prefix: 'mem_ab...', last_used_at: null, created_at: '2026-01-01T00:00:00Z' }];
  const { memory, sent } = wire([json({ tokens })]);
  await expect(memory.tokens.list()).resolves.toEqual({ tokens });
  expect(sent).toEqual([{ line: 'GET https://memory.test/v1/users/me/tokens', headers, body: '' }]);
});

it('memory.tokens.remove revokes a token', async () => {
  const { memory, sent } = wire([empty()]);
  await expect(memory.tokens.remove({ token_id: 't/1' })).resolves.toBeUndefined();
  expect(sent).toEqual([{ line: 'DELETE https://memory.test/v1/users/me/tokens/t%2F1', headers, body: '' }]);
});
