import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { startStorage } from './storage.ts';
import type { TestProject } from 'vitest/node';

/** The base URLs of the local platform, and its account. */
export interface LocalAddress {
  readonly baseUrls: Readonly<Record<string, string>>;
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  /** The origin of the storage server, where the converter stores the archive of `stored.example`. */
  readonly storage: string;
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
  const storage = await startStorage();
  const { email: username, password } = platform.account;
  platform.faults.add({
    operation: 'converter.download',
    match: ({ url }) => url.endsWith('/stored.example'),
    times: Infinity,
    respond: () => new Response(null, { status: 302, headers: { Location: `${storage.origin}/site.zip` } }),
  });
  project.provide('localPlatform', { baseUrls, apiKey: platform.apiKey, username, password, storage: storage.origin });
  return async () => {
    storage.close();
    await close();
  };
};
