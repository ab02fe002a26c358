import { expect, it, vi } from 'vitest';
import type * as Sessions from '../src/world/sessions.ts';
import { tokensIn, platformAtNewYear, send, signIn, signInReady } from './raw-request.ts';

const { sessionRecords } = await vi.importActual<typeof Sessions>('../src/world/sessions.ts');

const ada = { username: 'ada@example.com', password: 'difference-engine' };
const info = 'GET /auth/v1/oauth/token/info';
const refresh = 'POST /auth/v1/oauth/token/refresh';
const revoke = 'GET /auth/v1/oauth/token/revoke';

const decode = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

it('auth.login returns the documented session object', async () => {
  const platform = platformAtNewYear();
  const { status, body } = await send(platform, 'POST /auth/v1/oauth/token', { body: ada });

  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: platform.account.id,
      type: 'session',
      attributes: {
        accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
        refreshToken: expect.any(String) as string,
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Lovelace',
      },
    },
  });
});

it.each([
  { username: 'ada@example.com', password: 'wrong' },
  { username: 'nobody@example.com', password: 'difference-engine' },
])('auth.login returns 401 for $username with $password', async (body) => {
  await expect(send(platformAtNewYear(), 'POST /auth/v1/oauth/token', { body })).resolves.toMatchObject({
    status: 401,
    body: { errors: [{ status: '401', code: 'INVALID_CREDENTIALS' }] },
  });
});

it('auth.login issues signed JWTs with the configured lifetime', async () => {
  const platform = platformAtNewYear({ accessTokenSeconds: 60 });
  const [header, payload, signature] = (await signInReady(platform)).split('.');
  const iat = Date.UTC(2026, 0, 1) / 1000;

  expect(decode(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(decode(payload)).toMatchObject({ sub: platform.account.id, iat, exp: iat + 60 });
  expect(signature).toMatch(/^[\w-]{43}$/);
});

it('auth.login issues separate tokens for every sign-in', async () => {
  const platform = platformAtNewYear();

  expect(await signInReady(platform)).not.toBe(await signInReady(platform));
});

it("auth.tokenInfo returns the remaining lifetime by the platform's clock", async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  platform.clock.advance(100_000);

  await expect(send(platform, info, { token })).resolves.toMatchObject({
    status: 200,
    body: { data: { attributes: { expiresIn: 800 } } },
  });
});

it('auth.tokenInfo returns 401 once the token has expired', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);

  platform.clock.advance(899_999);
  await expect(send(platform, info, { token })).resolves.toMatchObject({ status: 200 });
  platform.clock.advance(1);
  await expect(send(platform, info, { token })).resolves.toMatchObject({ status: 401, body: { errors: [{ code: 'TOKEN_EXPIRED' }] } });
});

it('auth.tokenInfo returns 401 for a forged or missing token', async () => {
  const platform = platformAtNewYear();
  const [header, payload] = (await signInReady(platform)).split('.');
  const forged = `${header}.${payload}.${'A'.repeat(43)}`;
  const answer = { status: 401, body: { errors: [{ code: 'INVALID_TOKEN' }] } };

  await expect(send(platform, info, { token: forged })).resolves.toMatchObject(answer);
  await expect(send(platform, info)).resolves.toMatchObject(answer);
});

it('auth.refresh returns new tokens, and invalidates the old refresh token', async () => {
  const platform = platformAtNewYear();
  const first = await signIn(platform, ada.username, ada.password);
  const answer = await send(platform, refresh, { body: { refresh_token: first.refreshToken } });
  const second = tokensIn(answer);

  expect(answer).toMatchObject({ status: 200, body: { data: { id: platform.account.id, type: 'session' } } });
  expect(second.accessToken).not.toBe(first.accessToken);
  expect(second.refreshToken).not.toBe(first.refreshToken);
  await expect(send(platform, refresh, { body: { refresh_token: first.refreshToken } })).resolves.toMatchObject({
    status: 401,
    body: { errors: [{ code: 'INVALID_REFRESH_TOKEN' }] },
  });
  await expect(send(platform, refresh, { body: { refresh_token: second.refreshToken } })).resolves.toMatchObject({ status: 200 });
});

it('auth.refresh accepts a refresh token twice if refreshTokensSingleUse is false', async () => {
  const platform = platformAtNewYear({ refreshTokensSingleUse: false });
  const { refreshToken: refresh_token } = await signIn(platform, ada.username, ada.password);
  await send(platform, refresh, { body: { refresh_token } });

  await expect(send(platform, refresh, { body: { refresh_token } })).resolves.toMatchObject({ status: 200 });
});

it('auth.refresh ends the session if a refresh token is used twice and refreshTokenReuse is `end-session`', async () => {
  const platform = platformAtNewYear({ refreshTokenReuse: 'end-session' });
  const first = await signIn(platform, ada.username, ada.password);
  const other = await signIn(platform, ada.username, ada.password);
  const next = (refresh_token: string) => send(platform, refresh, { body: { refresh_token } });
  const second = tokensIn(await next(first.refreshToken));

  await expect(next(first.refreshToken)).resolves.toMatchObject({ status: 401 });
  await expect(next(second.refreshToken)).resolves.toMatchObject({ status: 401 });
  await expect(send(platform, info, { token: second.accessToken })).resolves.toMatchObject({ status: 401 });
  // Other sessions of the user stay valid.
  await expect(next(other.refreshToken)).resolves.toMatchObject({ status: 200 });
});

it('auth.refresh returns 401 for an expired refresh token', async () => {
  const platform = platformAtNewYear({ refreshTokenSeconds: 10 });
  const { refreshToken: refresh_token } = await signIn(platform, ada.username, ada.password);
  platform.clock.advance(10_000);

  await expect(send(platform, refresh, { body: { refresh_token } })).resolves.toMatchObject({ status: 401 });
});

it('a logout ends only the session of its token', async () => {
  const platform = platformAtNewYear();
  const ended = await signIn(platform, ada.username, ada.password);
  const other = await signIn(platform, ada.username, ada.password);
  const answer = await send(platform, `${revoke}?logoutCurrentDevice=true`, { token: ended.accessToken });

  expect(answer.status).toBe(200);
  await expect(send(platform, info, { token: ended.accessToken })).resolves.toMatchObject({ status: 401 });
  await expect(send(platform, refresh, { body: { refresh_token: ended.refreshToken } })).resolves.toMatchObject({ status: 401 });
  await expect(send(platform, info, { token: other.accessToken })).resolves.toMatchObject({ status: 200 });
});

it('a sign-in removes invalid tokens when many tokens are stored', async () => {
  const platform = platformAtNewYear({ rateLimits: { login: { limit: 1000, windowSeconds: 60 } } });
  const records = platform.internals.world.records(sessionRecords);
  const revoked = await signIn(platform, ada.username, ada.password);
  await send(platform, revoke, { token: revoked.accessToken });
  for (let count = 0; count < 9; count++) await signIn(platform, ada.username, ada.password);
  platform.clock.advance(1_000_000);
  records.pruneAt = 20;
  const { accessToken, refreshToken } = await signIn(platform, ada.username, ada.password);

  // The other access tokens have expired, and one refresh token of the revoked session was removed.
  expect([records.accessTokens.size, records.refreshTokens.size]).toEqual([1, 10]);
  expect(records.pruneAt).toBe(10_000);
  await expect(send(platform, info, { token: accessToken })).resolves.toMatchObject({ status: 200 });
  await expect(send(platform, refresh, { body: { refresh_token: refreshToken } })).resolves.toMatchObject({ status: 200 });
});

it('a logout returns 401 for an expired token', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  platform.clock.advance(900_000);

  await expect(send(platform, revoke, { token })).resolves.toMatchObject({ status: 401 });
});
