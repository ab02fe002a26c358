import { cookieTokenStore } from '@platform-sdk/core';
import { cookies } from 'next/headers';
import { platformOf } from './platform-of';

/** Returns the platform of a server action or a route handler, which can set cookies. */
export const platformOfHandler = async () => {
  const jar = await cookies();
  return platformOf(
    cookieTokenStore({
      read: (name) => jar.get(name)?.value,
      write: (name, value, attributes) => jar.set(name, value, attributes),
    }),
  );
};
