import {
  cookieTokenStore,
  createPlatform,
  isPlatformError,
  refreshKey,
  type Platform,
  type ReadOnlyTokenStore,
  type TokenStore,
} from '@platform-sdk/core';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';

/** Returns a platform for one request. */
export const platformOf = (store: TokenStore | ReadOnlyTokenStore): Platform =>
  createPlatform({
    apiKey: process.env['API_KEY'] ?? '',
    baseUrls: {
      auth: process.env['AUTH_URL'] ?? '',
      organizations: process.env['ORGANIZATIONS_URL'] ?? '',
    },
    session: { store },
  });

/** For server components, which cannot set cookies. */
export const platformOfPage = async (): Promise<Platform> => {
  const jar = await cookies();
  const read = (name: string) => jar.get(name)?.value;
  return platformOf(cookieTokenStore({ read }));
};

/** For server actions and route handlers. */
export const platformOfHandler = async (): Promise<Platform> => {
  const jar = await cookies();
  return platformOf(
    cookieTokenStore({
      read: (name) => jar.get(name)?.value,
      write: (name, value, attributes) => jar.set(name, value, attributes),
    }),
  );
};

/** Sends a page to the proxy if its session needs a refresh, else to the sign-in. */
export const redirectFrom = async (
  error: unknown,
  platform: Platform,
  path: string,
): Promise<never> => {
  if (!isPlatformError(error) || error.kind !== 'session') throw error;
  if (error.code !== 'REFRESH_NEEDED') redirect('/sign-in');
  redirect(`${path}?refresh=${await refreshKey(platform)}`);
};
