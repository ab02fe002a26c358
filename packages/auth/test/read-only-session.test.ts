import { failureOf, recordingFetch } from './fixtures.ts';
import { createAuthClient, type AuthClient } from '@platform-sdk/auth';
import { cookieTokenStore, createPlatform } from '@platform-sdk/core';
import { expect, it } from 'vitest';

const credentials = { username: 'ada@example.com', password: 'difference-engine' };

const changes: Readonly<Record<string, (auth: AuthClient) => Promise<unknown>>> = {
  login: (auth) => auth.login(credentials),
  register: (auth) => auth.register(credentials),
  activateByEmail: (auth) => auth.activateByEmail({ userId: 'user-1', code: '123456' }),
  activateByPhone: (auth) => auth.activateByPhone({ userId: 'user-1', code: '123456' }),
  logout: (auth) => auth.logout(),
  'refresh of another token': (auth) => auth.refresh({ refresh_token: 'another' }),
};

it.each(Object.entries(changes))('%s sends nothing if the session store is read-only', async (_, change) => {
  const wire = recordingFetch(new Response('{}'));
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls: { auth: 'https://auth.test/v1' },
    fetch: wire.fetch,
    session: { store: cookieTokenStore({ read: () => undefined }) },
  });
  await expect(failureOf(change(createAuthClient(platform)))).resolves.toMatchObject({ kind: 'session', code: 'READ_ONLY_SESSION' });
  expect(wire.sent).toHaveLength(0);
});
