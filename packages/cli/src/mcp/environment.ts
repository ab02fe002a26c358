import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, type Platform, type PlatformOptions } from '@platform-sdk/core';
import { secretsOf } from '@platform-sdk/core/internal';
import type { Variables } from '../environment/variables.ts';
import { readAccount, readPlatformOptions } from '../environment/variables.ts';
import type { OperationEntry } from '../operations/operations.ts';

/** The platform that agents use, with its account. */
export interface AgentEnvironment {
  readonly platform: Platform;
  /** Signs in if the operation needs a user and nobody is signed in. */
  readonly signIn: (entry?: OperationEntry) => Promise<void>;
  readonly rememberSession: () => Promise<void>;
  /** The secrets of the environment and of all sessions so far. */
  readonly secrets: () => readonly string[];
}

type Account = ReturnType<typeof readAccount>;

/** Creates the environment of the variables. */
export const environmentOf = (variables: Variables, log: (line: string) => void): AgentEnvironment =>
  createEnvironment(readPlatformOptions(variables), readAccount(variables), log);

/** Creates a platform whose log goes to the standard error: the standard output belongs to the protocol. */
export const createEnvironment = (options: PlatformOptions, account: Account, log: (line: string) => void): AgentEnvironment => {
  const platform = createPlatform({
    logger: (event) => void ('level' in event && event.level === 'warn' && log(JSON.stringify(event))),
    ...options,
  });
  const secrets = new Set(secretsOf({ options: { ...options, tokens: plainTokens(options) }, account: { password: account?.password } }));
  let signingIn: Promise<unknown> | undefined;

  const rememberSession = async (): Promise<void> => {
    const { accessToken, refreshToken } = (await platform.session.get().catch(() => undefined)) ?? {};
    for (const secret of [accessToken, refreshToken]) if (secret) secrets.add(secret);
  };

  return {
    platform,
    async signIn(entry) {
      if (!account || (entry && entry.operation.credentials !== 'user' && entry.operation.credentials !== 'admin')) return;
      if (await platform.session.get()) return;
      signingIn ??= createAuthClient(platform)
        .login(account)
        .then(rememberSession)
        .finally(() => (signingIn = undefined));
      await signingIn;
    },
    rememberSession,
    secrets: () => [...secrets],
  };
};

/** A token that a function returns is not known in advance. */
const plainTokens = ({ tokens }: PlatformOptions): object =>
  Object.fromEntries(Object.entries(tokens ?? {}).filter(([, each]) => typeof each === 'string'));
