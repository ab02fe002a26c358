/** The script of a tab with a shared session. Tests call the global function `openSessionTab`. */
import { createPlatform, indexedDbTokenStore, request, webLock, type SessionEvent } from '@platform-sdk/core';

/** The settings of a tab. */
export interface TabSettings {
  readonly name: string;
  readonly baseUrl: string;
}

/** The actions that a test can start in a tab. */
export interface SessionTab {
  /** Makes a call, which refreshes an expired access token. Returns `ok` or the error message. */
  call(): Promise<string>;
  signIn(tokens: { readonly id: string; readonly accessToken: string; readonly refreshToken: string }): Promise<void>;
  clear(): Promise<void>;
  readonly events: SessionEvent['type'][];
  user(): string | undefined;
}

const openSessionTab = ({ name, baseUrl }: TabSettings): SessionTab => {
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls: { auth: baseUrl, organizations: baseUrl },
    session: { store: indexedDbTokenStore({ name }), lock: webLock({ name }) },
  });
  const events: SessionEvent['type'][] = [];
  platform.session.subscribe(({ type }) => void events.push(type));
  return {
    events,
    call: async () => {
      try {
        await request(platform, { base: 'organizations', path: '/call', credentials: 'user' });
        return 'ok';
      } catch (error) {
        return String(error);
      }
    },
    signIn: (tokens) => platform.session.set(tokens),
    clear: () => platform.session.clear(),
    user: () => platform.session.snapshot()?.id,
  };
};

Object.assign(globalThis, { openSessionTab });
