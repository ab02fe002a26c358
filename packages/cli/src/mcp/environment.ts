import { createAuthClient } from '@platform-sdk/auth';
import type { CallOptions, Platform, PlatformOptions } from '@platform-sdk/core';
import { secretsOf } from '@platform-sdk/core/internal';
import type { Account } from '../drift/sign-in.ts';
import type { OperationEntry } from '../operations/operations.ts';
import type { Budget } from './budget.ts';

/** The platform that agents use, with its account. */
export interface AgentEnvironment {
  readonly platform: Platform;
  readonly options: PlatformOptions;
  /** The options of each call, such as its time limit. */
  readonly callOptions?: CallOptions;
  /** Signs in if the session is missing and the environment names an account. */
  readonly signIn: () => Promise<void>;
  /** Adds the tokens of the session to the secrets. */
  readonly rememberSession: () => Promise<void>;
  /** The secrets of the environment and of all sessions so far. Results must not contain them. */
  readonly secrets: () => readonly string[];
}

/** The state that all clients of a server share. */
export interface Shared extends AgentEnvironment {
  readonly entries: readonly OperationEntry[];
  /** True if calls that change something are allowed. */
  readonly allowWrites: boolean;
  /** The maximum length of a result, in characters of JSON. */
  readonly maxCharacters: number;
  readonly budget: Budget;
  /** The services whose operations are separate tools. If empty, three tools serve all operations. */
  readonly services: readonly string[];
}

/** Adds the sign-in and the secrets of an environment to its platform. */
export const environmentOf = (platform: Platform, options: PlatformOptions, account: Account | undefined): AgentEnvironment => {
  const { apiKey, accessToken, adminAccess, tokens, projectKeys, agent } = options;
  const plain = { apiKey, accessToken, adminAccess, password: account?.password, tokens };
  const secrets = new Set(secretsOf({ secret: plain, projectKeys, agent }));
  let signingIn: Promise<void> | undefined;

  const rememberSession = async (): Promise<void> => {
    const session = await platform.session.get().catch(() => undefined);
    for (const secret of [session?.accessToken, session?.refreshToken]) if (secret) secrets.add(secret);
  };
  const login = async (): Promise<void> => {
    if (account && accessToken === undefined && !(await platform.session.get())) await createAuthClient(platform).login(account);
    await rememberSession();
  };
  return {
    platform,
    options,
    signIn: () => (signingIn ??= login().finally(() => (signingIn = undefined))),
    rememberSession,
    secrets: () => [...secrets],
  };
};
