import { expect, it } from 'vitest';
import { tokensIn, platformAtNewYear, send } from './raw-request.ts';

const register = { username: 'new@example.com', password: 'secret' };

it("auth.register returns 201 with the user's id, and sends a 6-digit code by e-mail", async () => {
  const platform = platformAtNewYear();
  const answer = await send(platform, 'POST /auth/v1/users', { body: register });

  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    status: 201,
    message: 'An activation code was sent by e-mail.',
    activationRequired: true,
  });
  const code = expect.stringMatching(/^[1-9]\d{5}$/) as string;
  expect(platform.inbox.latest('NEW@example.com')).toMatchObject({ channel: 'email', to: 'new@example.com', kind: 'activation', code });
});

it('auth.register sends the code of a phone registration by SMS', async () => {
  const platform = platformAtNewYear();
  const answer = await send(platform, 'POST /auth/v1/users', { body: { username: '+49 151 2345678', password: 'p', method: 'phone' } });

  expect(answer).toMatchObject({ status: 201, body: { message: 'An activation code was sent by SMS.' } });
  expect(platform.inbox.latest('+491512345678')).toMatchObject({ channel: 'sms', kind: 'activation' });
});

it('auth.register returns 200 with a session if no activation is required', async () => {
  const platform = platformAtNewYear({ requireActivation: false });

  await expect(send(platform, 'POST /auth/v1/users', { body: register })).resolves.toMatchObject({
    status: 200,
    body: {
      data: {
        type: 'session',
        attributes: { email: 'new@example.com', firstName: '', lastName: '', accessToken: expect.any(String) as string },
      },
    },
  });
  expect(platform.inbox.all).toEqual([]);
});

it('a repeated registration is accepted, and sends another code', async () => {
  const platform = platformAtNewYear();
  const first = (await send(platform, 'POST /auth/v1/users', { body: register })).body as { id: string };
  const [sent] = platform.inbox.all;
  const again = await send(platform, 'POST /auth/v1/users', { body: { ...register, username: register.username.toUpperCase() } });

  expect(again).toMatchObject({ status: 201, body: { id: first.id, activationRequired: true } });
  const code = platform.inbox.all.at(-1)?.code;
  expect(platform.inbox.all).toHaveLength(2);
  await expect(
    send(platform, `POST /auth/v1/users/${first.id}/activate/email`, { body: { code: sent?.code === code ? '000000' : sent?.code } }),
  ).resolves.toMatchObject({ status: 422 });
  await expect(send(platform, `POST /auth/v1/users/${first.id}/activate/email`, { body: { code } })).resolves.toMatchObject({
    status: 200,
  });
  await expect(send(platform, 'POST /auth/v1/users', { body: register })).resolves.toMatchObject({ status: 422 });
});

it('auth.register rejects a repeated registration with another password', async () => {
  const platform = platformAtNewYear();
  await send(platform, 'POST /auth/v1/users', { body: register });
  await expect(send(platform, 'POST /auth/v1/users', { body: { ...register, password: 'other' } })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'USERNAME_TAKEN' }] },
  });
  expect(platform.inbox.all).toHaveLength(1);
});

it('auth.register rejects a taken username, whatever its case', async () => {
  const platform = platformAtNewYear();

  await expect(send(platform, 'POST /auth/v1/users', { body: { username: 'ADA@example.com', password: 'p' } })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'USERNAME_TAKEN', source: { pointer: '/username' } }] },
  });
});

it.each([
  ['no-at-sign', undefined],
  ['+49 151 2345678', 'email'],
  ['a@b.cd', 'phone'],
  ['12', 'phone'],
])('auth.register rejects the username %s for the method %s', async (username, method) => {
  const platform = platformAtNewYear();

  await expect(send(platform, 'POST /auth/v1/users', { body: { username, password: 'p', method } })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'INVALID_USERNAME' }] },
  });
});

it('auth.activateByEmail returns a session for the right code', async () => {
  const platform = platformAtNewYear();
  const { body } = await send(platform, 'POST /auth/v1/users', { body: register });
  const { id } = body as { id: string };
  const code = platform.inbox.latest('new@example.com')?.code;
  const answer = await send(platform, `POST /auth/v1/users/${id}/activate/email`, { body: { code } });

  expect(answer).toMatchObject({ status: 200, body: { data: { id, type: 'session', attributes: { email: 'new@example.com' } } } });
  const info = await send(platform, 'GET /auth/v1/oauth/token/info', { token: tokensIn(answer).accessToken });
  expect(info.status).toBe(200);
});

it("an activation enables the account's sign-in", async () => {
  const platform = platformAtNewYear();
  const { body } = await send(platform, 'POST /auth/v1/users', { body: register });
  const { id } = body as { id: string };
  const login = () => send(platform, 'POST /auth/v1/oauth/token', { body: register });

  await expect(login()).resolves.toMatchObject({ status: 403, body: { errors: [{ code: 'ACTIVATION_REQUIRED' }] } });
  await send(platform, `POST /auth/v1/users/${id}/activate/email`, { body: { code: platform.inbox.latest('new@example.com')?.code } });
  await expect(login()).resolves.toMatchObject({ status: 200, body: { data: { id, type: 'session' } } });
});

it('auth.activateByEmail rejects a wrong code, and keeps the account inactive', async () => {
  const platform = platformAtNewYear();
  const { body } = await send(platform, 'POST /auth/v1/users', { body: register });
  const { id } = body as { id: string };

  await expect(send(platform, `POST /auth/v1/users/${id}/activate/email`, { body: { code: '000000' } })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'INVALID_CODE', source: { pointer: '/code' } }] },
  });
  await expect(send(platform, 'POST /auth/v1/oauth/token', { body: register })).resolves.toMatchObject({
    status: 403,
    body: { errors: [{ code: 'ACTIVATION_REQUIRED' }] },
  });
});

it.each(['12345', '1234567', 'abcdef', 123456])('an activation rejects %j instead of a string of six digits', async (code) => {
  const platform = platformAtNewYear();

  await expect(send(platform, 'POST /auth/v1/users/1/activate/email', { body: { code } })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'INVALID_INPUT', source: { pointer: '/code' } }] },
  });
});

it('auth.activateByEmail rejects a second activation and an unknown user', async () => {
  const platform = platformAtNewYear();
  const body = { code: '123456' };

  await expect(send(platform, `POST /auth/v1/users/${platform.account.id}/activate/email`, { body })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'ALREADY_ACTIVATED' }] },
  });
  await expect(send(platform, 'POST /auth/v1/users/nobody/activate/email', { body })).resolves.toMatchObject({ status: 404 });
});

it('activateByPhone accepts only the code of a phone registration', async () => {
  const platform = platformAtNewYear();
  const { body } = await send(platform, 'POST /auth/v1/users', { body: { username: '+491512345678', password: 'p', method: 'phone' } });
  const { id } = body as { id: string };
  const code = platform.inbox.latest('+491512345678')?.code;

  await expect(send(platform, `POST /auth/v1/users/${id}/activate/email`, { body: { code } })).resolves.toMatchObject({ status: 422 });
  const answer = await send(platform, `POST /auth/v1/users/${id}/activate/phone`, { body: { code } });
  expect(answer).toMatchObject({ status: 200, body: { data: { id } } });
  expect(tokensIn(answer)).not.toHaveProperty('email');
});

it('auth.resendActivation sends a new code, and invalidates the previous code', async () => {
  const platform = platformAtNewYear();
  const { body } = await send(platform, 'POST /auth/v1/users', { body: register });
  const { id } = body as { id: string };
  const before = platform.inbox.latest('new@example.com')?.code;
  const resent = await send(platform, `POST /auth/v1/users/${id}/resend_activation`);
  const after = platform.inbox.latest('new@example.com')?.code;

  expect(resent.status).toBe(200);
  expect(after).not.toBe(before);
  await expect(send(platform, `POST /auth/v1/users/${id}/activate/email`, { body: { code: before } })).resolves.toMatchObject({
    status: 422,
  });
  await expect(send(platform, `POST /auth/v1/users/${id}/activate/email`, { body: { code: after } })).resolves.toMatchObject({
    status: 200,
  });
});

it('auth.resendActivation rejects an account that is already activated', async () => {
  const platform = platformAtNewYear();

  await expect(send(platform, `POST /auth/v1/users/${platform.account.id}/resend_activation`)).resolves.toMatchObject({ status: 422 });
});
