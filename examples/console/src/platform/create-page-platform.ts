import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, indexedDbTokenStore, webLock, type Platform, type Tokens } from '@platform-sdk/core';
import type { Config } from './config.ts';

/** The platform that the page calls as its user. All tabs share one session. */
export const createPagePlatform = ({ apiKey, baseUrls }: Config): Platform =>
  createPlatform({ ...(apiKey && { apiKey }), baseUrls, session: { store: indexedDbTokenStore(), lock: webLock() } });

/**
 * The services that the server relays, because their credentials must not be in a page. Every request contains the user's access token, which
 * allows the server to use its own credentials.
 */
export const createRelayedPlatform = (page: Platform): Platform => {
  const relay = `${location.origin}/relay`;
  // It only keeps the queries of two users apart: `fetch` below replaces it.
  const user = async (): Promise<string> => (await page.session.get())?.id ?? '';
  return createPlatform({
    baseUrls: { memory: `${relay}/memory`, gateway: `${relay}/gateway/v1`, search: `${relay}/search`, converter: `${relay}/converter` },
    tokens: { memory: user, gateway: user, converter: user },
    fetch: createRelayFetch(page),
    // Without a session, so that its queries do not wait for reading it.
    accessToken: user,
    allowSecretsInBrowser: true,
  });
};

/** Sends requests to the relay with the user's access token, and retries once after a refresh. */
export const createRelayFetch = (page: Platform): typeof fetch => {
  const auth = createAuthClient(page);
  const send = async (session: Tokens | undefined, ...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('authorization', `Bearer ${session?.accessToken ?? ''}`);
    return fetch(input, { ...init, headers });
  };
  return async (input, init) => {
    const sent = await page.session.get();
    const response = await send(sent, input instanceof Request ? input.clone() : input, init);
    if (response.status !== 401) return response;
    const current = await page.session.get();
    // Another user has signed in meanwhile.
    if (current && current.id !== sent?.id) return response;
    // All calls and all tabs share one refresh, even if it ended before this 401 arrived. The session ends if the platform rejects it.
    if (!current || current.accessToken === sent?.accessToken) await auth.refresh();
    return send(await page.session.get(), input, init);
  };
};
