import { createAuthClient } from '@platform-sdk/auth';
import * as contract from '@platform-sdk/auth/contract';
import { createPlatform } from '@platform-sdk/core';
import { mock } from '@platform-sdk/core/testing';
import { expect, it } from 'vitest';
import { mockServer } from '@platform-sdk/test-helpers/mock-server';
import { baseUrl, session } from './fixtures.ts';

const server = mockServer();

const bench = () => {
  const platform = createPlatform({ apiKey: 'app-1', baseUrls: { auth: baseUrl }, validation: 'throw' });
  return { platform, auth: createAuthClient(platform) };
};

it('a mocked service signs a user in', async () => {
  server.use(mock(contract.login, baseUrl, ({ username }) => ({ ...session(), email: username })));
  await expect(bench().auth.login({ username: 'grace@example.com', password: 'x' })).resolves.toMatchObject({
    email: 'grace@example.com',
  });
});

it('a mocked service rejects a sign-in with the Response that the resolver returns', async () => {
  server.use(
    mock(contract.login, baseUrl, () => Response.json({ error: 'Too many requests.' }, { status: 429, headers: { 'Retry-After': '30' } })),
  );
  await expect(bench().auth.login({ username: 'a', password: 'b' })).rejects.toMatchObject({ status: 429, retryAfterSeconds: 30 });
});

it('a mocked service registers an account that needs activation, and activates it', async () => {
  server.use(
    mock(contract.register, baseUrl, () => ({ status: 'activation-required', userId: 'user-1', message: 'We sent you a code.' })),
    mock(contract.activateByEmail, baseUrl, ({ userId, code }) => ({ ...session(`access-by-${code}`), id: userId })),
  );
  const { auth, platform } = bench();
  const result = await auth.register({ username: 'ada@example.com', password: 'x' });
  expect(result).toEqual({ status: 'activation-required', userId: 'user-1', message: 'We sent you a code.' });
  await auth.activateByEmail({ userId: 'user-1', code: '123456' });
  await expect(platform.session.get()).resolves.toMatchObject({ id: 'user-1', accessToken: 'access-by-123456' });
});

it('a mocked service registers an account without activation', async () => {
  server.use(mock(contract.register, baseUrl, () => ({ status: 'registered', userId: 'user-1' })));
  await expect(bench().auth.register({ username: 'ada@example.com', password: 'x' })).resolves.toEqual({
    status: 'registered',
    userId: 'user-1',
  });
});

it('a mocked service registers an account and signs it in', async () => {
  server.use(mock(contract.register, baseUrl, () => ({ status: 'session', session: session() })));
  await expect(bench().auth.register({ username: 'ada@example.com', password: 'x' })).resolves.toEqual({
    status: 'session',
    session: session(),
  });
});

it('a mocked service refreshes the session after a 401', async () => {
  server.use(
    mock(contract.login, baseUrl, () => session()),
    mock(contract.refresh, baseUrl, ({ refresh_token }) => session(`after-${refresh_token}`)),
    mock(contract.tokenInfo, baseUrl, (_, request) =>
      request.headers.get('authorization') === 'Bearer after-refresh-of-access-1'
        ? { expiresIn: 900, scope: 'all' }
        : Response.json({}, { status: 401 }),
    ),
  );
  const { auth } = bench();
  await auth.login({ username: 'ada@example.com', password: 'x' });
  await expect(auth.tokenInfo()).resolves.toMatchObject({ expiresIn: 900, scope: 'all' });
});

it('a mocked service returns the availability of an address', async () => {
  server.use(
    mock(contract.validateEmail, baseUrl, ({ email }) => ({ valid: email.includes('@'), exists: false })),
    mock(contract.validatePhone, baseUrl, ({ countryCode }) => ({ valid: countryCode === '49', exists: true })),
  );
  const { auth } = bench();
  await expect(auth.validateEmail({ email: 'ada@example.com' })).resolves.toEqual({ valid: true, exists: false });
  await expect(auth.validatePhone({ phoneNumber: '151', countryCode: '49' })).resolves.toEqual({ valid: true, exists: true });
});

it('a mocked service responds with an empty body for operations without a result', async () => {
  const received: string[] = [];
  server.use(
    mock(contract.login, baseUrl, () => session()),
    mock(contract.resendActivation, baseUrl, ({ userId }) => void received.push(userId)),
    mock(contract.requestPasswordReset, baseUrl, ({ email }) => void received.push(email)),
    mock(contract.resetPassword, baseUrl, ({ token }) => void received.push(token)),
    mock(contract.changePassword, baseUrl, ({ new_password }) => void received.push(new_password)),
    mock(contract.logout, baseUrl, ({ logoutCurrentDevice }) => void received.push(String(logoutCurrentDevice))),
  );
  const { auth } = bench();
  await auth.resendActivation({ userId: 'user-1' });
  await auth.requestPasswordReset({ email: 'ada@example.com' });
  await auth.resetPassword({ token: 'token-1', password: 'x' });
  await auth.login({ username: 'ada@example.com', password: 'x' });
  await auth.changePassword({ current_password: 'x', new_password: 'y' });
  await expect(auth.logout({ logoutCurrentDevice: true })).resolves.toEqual({ revoked: true });
  expect(received).toEqual(['user-1', 'ada@example.com', 'token-1', 'y', 'true']);
});
