import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, indexedDbTokenStore, webLock, type Platform, type Tokens } from '@platform-sdk/core';
import type { Config } from './config.ts';

/** Creates the platform whose services the page calls with the user's session. All tabs share the session. */
export const createPagePlatform = ({ apiKey, baseUrls }: Config): Platform =>
  createPlatform({ ...(apiKey && { apiKey }), baseUrls, session: { store: indexedDbTokenStore(), lock: webLock() } });

/**
 * Creates the platform of the relayed services, whose credentials must not be in a page. Every request contains the user's access token.
 * With this token, the server may use its own credentials.
 */
export const createRelayedPlatform = (page: Platform): Platform => {
  const relay = `${location.origin}/relay`;
  // The user's id is used as a token, so that query keys of two users differ. `createRelayFetch` replaces it in requests.
  const user = async (): Promise<string> => (await page.session.get())?.id ?? '';
  return createPlatform({
    baseUrls: { memory: `${relay}/memory`, gateway: `${relay}/gateway/v1`, search: `${relay}/search`, converter: `${relay}/converter` },
    tokens: { memory: user, gateway: user, converter: user },
    fetch: createRelayFetch(page),
    // With an access token, queries do not wait for a session, which this platform never gets.
    accessToken: user,
    allowSecretsInBrowser: true,
  });
};

/** Sends requests to the relay with the user's access token. After a 401, refreshes the token and retries once. */
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
    // Never retry a user's request with another user's token.
    if (current && current.id !== sent?.id) return response;
    // If another call or tab has already refreshed the token, only retries. If the platform rejects the refresh, the session ends.
    if (!current || current.accessToken === sent?.accessToken) await auth.refresh();
    return send(await page.session.get(), input, init);
  };
};
