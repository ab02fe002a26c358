import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import type { TestProject } from 'vitest/node';

/** Where the local platform listens, and who can sign in. */
export interface LocalAddress {
  readonly baseUrls: Readonly<Record<string, string>>;
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    localPlatform: LocalAddress;
  }
}

/** Starts a local platform for all browser tests of a project. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const platform = createLocalPlatform();
  const { baseUrls, close } = await serve(platform);
  const { email: username, password } = platform.account;
  project.provide('localPlatform', { baseUrls, apiKey: platform.apiKey, username, password });
  return close;
};
