import { randomUUID } from 'node:crypto';
import { readAccount, readPlatformOptions, type Variables } from '@platform-sdk/cli';
import type { PlatformOptions } from '@platform-sdk/core';
import type { LocalPlatform, LocalServer } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import type { Questions } from './questions.ts';

/** The environment of an example: a local platform on a free port, or the services in the variables of `.env.example`. */
export interface Environment {
  /** Base URLs, Api-Key, tokens and keys, for `createPlatform`. */
  readonly options: PlatformOptions;
  /** An activated account that owns an organization. */
  readonly account?: { readonly username: string; readonly password: string } | undefined;
  /** The password for accounts that examples register. */
  readonly password?: string | undefined;
  /** Returns the e-mail address for a person. On staging, undefined unless `PLATFORM_EMAIL` contains `{name}`. */
  readonly email: (name: string) => string | undefined;
  /** Returns the last code that was sent to an address. The code is from the local inbox, or the user of the example types it. */
  readonly codeFor: (address: string) => Promise<string>;
  /** The URL of a site to convert and to crawl. */
  readonly site?: string | undefined;
  /** True if examples may transfer the account's credits to another account until they end. */
  readonly mayEmptyWallets: boolean;
  /** Registers work to do after the example, even after a failure. The latest registered work runs first. */
  readonly cleanUp: (what: string, run: () => Promise<unknown>) => void;
  /** The local platform. Undefined if the example calls real services. */
  readonly local?: LocalPlatform;
  readonly close: () => Promise<void>;
}

/** The parts of an environment that come from the command line and the terminal. */
export interface Surroundings extends Pick<Environment, 'cleanUp'> {
  readonly variables: Variables;
  readonly questions: Questions;
}

const PASSWORD = 'correct horse battery staple';

const staging = ({ variables, questions, cleanUp }: Surroundings): Environment => {
  const pattern = variables['PLATFORM_EMAIL']?.trim();
  const account = readAccount(variables);
  return {
    options: readPlatformOptions(variables),
    account,
    password: variables['PLATFORM_PASSWORD'],
    // The address is always the same, so that an account is registered once and then reused.
    email: (name) => (pattern?.includes('{name}') ? pattern.replace('{name}', `sdk-${name}`) : undefined),
    codeFor: (address) => questions.ask(`The code sent to ${address}: `),
    site: variables['PLATFORM_SITE']?.trim(),
    mayEmptyWallets: variables['PLATFORM_MAY_EMPTY_WALLETS'] === 'yes',
    cleanUp,
    close: async () => undefined,
  };
};

/** Returns the environment of a local platform on a port. */
export const environmentOn = async (
  platform: LocalPlatform,
  server: Pick<LocalServer, 'baseUrls' | 'close'>,
  cleanUp: Environment['cleanUp'],
): Promise<Environment> => {
  const { email: username, password } = platform.account;
  const plain = { apiKey: platform.apiKey, baseUrls: server.baseUrls };
  const { access_token: memory } = await createMemoryClient(plain).users.register({ id: randomUUID(), email: username });
  return {
    options: { ...plain, tokens: { memory, gateway: platform.gatewayKey }, projectKeys: platform.projectKeys },
    account: { username, password },
    password: PASSWORD,
    email: (name) => `${name}.${randomUUID().slice(0, 8)}@example.com`,
    codeFor: async (address) => {
      const message = platform.inbox.latest(address);
      return message?.code ?? message?.token ?? '';
    },
    site: platform.sampleSite,
    mayEmptyWallets: true,
    cleanUp,
    local: platform,
    close: () => server.close(),
  };
};

const local = async ({ cleanUp }: Surroundings): Promise<Environment> => {
  // Imported only here, because staging does not need the local platform.
  const { createLocalPlatform, serve } = await import('@platform-sdk/local-platform');
  const platform = createLocalPlatform();
  return environmentOn(platform, await serve(platform), cleanUp);
};

/** Opens the environment that the variables describe. Without `PLATFORM_API_KEY`, opens a local platform. */
export const openEnvironment = (surroundings: Surroundings): Promise<Environment> | Environment =>
  surroundings.variables['PLATFORM_API_KEY'] ? staging(surroundings) : local(surroundings);
