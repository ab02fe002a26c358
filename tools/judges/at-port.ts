import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform, serve, type LocalPlatform, type LocalServer } from '@platform-sdk/local-platform';
import type { Check } from './check.ts';

/** A local platform on a real port. */
export interface Place {
  readonly local: LocalPlatform;
  readonly server: LocalServer;
}

/** Creates a check that runs against a new local platform on a port. */
export const atPort = (title: string, run: (place: Place) => Promise<unknown>): Check => ({
  title,
  async run() {
    const local = createLocalPlatform();
    const server = await serve(local);
    try {
      await run({ local, server });
    } finally {
      await server.close();
    }
  },
});

/** Returns the access token of the default account. */
export const signIn = async ({ local, server }: Place): Promise<string> => {
  const platform = createPlatform({ apiKey: local.apiKey, baseUrls: server.baseUrls });
  await createAuthClient(platform).login({ username: local.account.email, password: local.account.password });
  return (await platform.session.get())?.accessToken ?? '';
};

/** Returns the headers of a call of the default account. */
export const userHeaders = async (place: Place): Promise<Record<string, string>> => ({
  'Api-Key': place.local.apiKey,
  Authorization: `Bearer ${await signIn(place)}`,
});

/** Returns the error with which a promise rejects. Throws if the promise resolves. */
export const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error: unknown) => error,
  );
