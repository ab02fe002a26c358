import { createAuthClient, type AuthClient } from '@platform-sdk/auth';
import { createPlatform, isPlatformError, type Platform, type PlatformOptions } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import type { Environment } from './environment.ts';
import { say } from './printing.ts';
import { skip } from './skip.ts';

/** A signed-in user. */
export interface Person {
  readonly username: string;
  readonly platform: Platform;
  readonly auth: AuthClient;
}

/** Signs in with the account of the environment. Signs out after the example. */
export const signIn = async (environment: Environment, more: PlatformOptions = {}): Promise<Person> => {
  const { account, options } = environment;
  if (!account) return skip('it needs an account: set PLATFORM_USERNAME and PLATFORM_PASSWORD');
  return enter(environment, account, { ...options, ...more });
};

/** Signs a person out after the example. */
const endSession = ({ cleanUp }: Environment, { username, platform, auth }: Person): void =>
  cleanUp(`the session of ${username}`, async () => {
    if (await platform.session.get()) await auth.logout();
  });

const enter = async (
  environment: Environment,
  credentials: { username: string; password: string },
  options: PlatformOptions,
): Promise<Person> => {
  const platform = createPlatform(options);
  const person: Person = { username: credentials.username, platform, auth: createAuthClient(platform) };
  await person.auth.login(credentials);
  endSession(environment, person);
  return person;
};

/** Signs in as another person. First registers an account if none exists, and activates it with the code from its e-mail if necessary. */
export const signInAs = async (environment: Environment, name: string): Promise<Person> => {
  const { options, email, password, codeFor } = environment;
  const username = email(name);
  if (username === undefined) return skip('it needs a second account: set PLATFORM_EMAIL, such as ada+{name}@example.org');
  if (!password) return skip('it needs a password for its accounts: set PLATFORM_PASSWORD');
  const { exists } = await createAuthClient(createPlatform(options)).validateEmail({ email: username });
  if (!exists) {
    const platform = createPlatform(options);
    const auth = createAuthClient(platform);
    const result = await auth.register({ username, password });
    if (result.status === 'activation-required') {
      const { userId } = result;
      if (!userId) return skip('the response to the registration has no user id');
      await auth.activateByEmail({ userId, code: await codeFor(username) });
    }
    // Registering or activating may also sign in.
    endSession(environment, { username, platform, auth });
    say(`${username} registered and activated`);
  }
  return enter(environment, { username, password }, options);
};

/** Returns a user's first organization, which examples use and restore. */
export const ownOrganization = async ({ platform, username }: Person): Promise<{ readonly id: string; readonly name: string }> => {
  const [organization] = await createOrganizationsClient(platform).list();
  return organization ?? skip(`${username} has no organization`);
};

/** Ignores missing objects while cleaning up. */
export const unlessGone = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!isPlatformError(error) || error.status !== 404) throw error;
  });
};
