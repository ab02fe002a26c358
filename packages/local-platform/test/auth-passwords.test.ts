import { expect, it } from 'vitest';
import { platformAtNewYear, send, signIn, signInReady } from './raw-request.ts';

const info = 'GET /auth/v1/oauth/token/info';
const login = 'POST /auth/v1/oauth/token';
const request = 'POST /auth/v1/users/password/reset_request';
const reset = 'POST /auth/v1/users/password/reset';
const change = 'POST /auth/v1/users/password/change';

it('auth.requestPasswordReset returns 200 for an unknown account, and sends no e-mail', async () => {
  const platform = platformAtNewYear();

  await expect(send(platform, request, { body: { email: 'nobody@example.com' } })).resolves.toMatchObject({ status: 200 });
  expect(platform.inbox.all).toEqual([]);
});

it('auth.resetPassword accepts the token from the inbox once, and ends all sessions', async () => {
  const platform = platformAtNewYear();
  const session = await signInReady(platform);
  await send(platform, request, { body: { email: 'ada@example.com' } });
  const body = { token: platform.inbox.latest('ada@example.com')?.token, password: 'new' };

  await expect(send(platform, reset, { body })).resolves.toMatchObject({ status: 200 });
  await expect(send(platform, login, { body: { username: 'ada@example.com', password: 'difference-engine' } })).resolves.toMatchObject({
    status: 401,
  });
  await expect(send(platform, login, { body: { username: 'ada@example.com', password: 'new' } })).resolves.toMatchObject({ status: 200 });
  await expect(send(platform, info, { token: session })).resolves.toMatchObject({ status: 401 });
  await expect(send(platform, reset, { body })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'INVALID_RESET_TOKEN' }] },
  });
});

it('auth.resetPassword rejects a token after an hour', async () => {
  const platform = platformAtNewYear();
  await send(platform, request, { body: { email: 'ada@example.com' } });
  platform.clock.advance(3_600_000);
  const body = { token: platform.inbox.latest('ada@example.com')?.token, password: 'new' };

  await expect(send(platform, reset, { body })).resolves.toMatchObject({ status: 422 });
});

it('auth.changePassword changes the password and keeps the session', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  const body = { current_password: 'difference-engine', new_password: 'new' };

  await expect(send(platform, change, { token, body })).resolves.toMatchObject({ status: 200 });
  await expect(send(platform, info, { token })).resolves.toMatchObject({ status: 200 });
  await expect(signIn(platform, 'ada@example.com', 'new')).resolves.toHaveProperty('accessToken');
});

it('auth.changePassword rejects a wrong current password', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);

  await expect(send(platform, change, { token, body: { current_password: 'x', new_password: 'y' } })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'INVALID_PASSWORD', source: { pointer: '/current_password' } }] },
  });
});
