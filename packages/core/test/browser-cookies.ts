import {
  cookieTokenStore,
  createPlatform,
  type CookieAttributes,
  type SessionCookie,
  type SessionRecord,
  type StoredSession,
} from '@platform-sdk/core';
import { tokens } from './fixtures.ts';

/** A request and its response. `read` returns a cookie of the request, and `write` sets a cookie of the response. */
export interface Exchange {
  readonly read: (name: string) => string | undefined;
  readonly write: (name: string, value: string, attributes: CookieAttributes) => void;
}

/** The cookies of a browser. */
export interface Browser {
  readonly jar: Map<string, string>;
  /** Starts a request, whose response can set and remove cookies. */
  readonly exchange: () => Exchange;
  /** Stores the cookies of a response in `jar`. */
  readonly receive: (cookies: readonly SessionCookie[]) => void;
}

export const createBrowser = (cookies: Readonly<Record<string, string>> = {}): Browser => {
  const jar = new Map(Object.entries(cookies));
  const receive = ({ name, value, attributes }: SessionCookie): void => {
    if (attributes.maxAge === 0) jar.delete(name);
    else jar.set(name, value);
  };
  return {
    jar,
    exchange() {
      const sent = new Map(jar);
      return {
        read: (name) => sent.get(name),
        write: (name, value, attributes) => receive({ name, value, attributes }),
      };
    },
    receive: (received) => {
      for (const cookie of received) receive(cookie);
    },
  };
};

/** Returns a browser whose user is signed in. */
export const signedInBrowser = async (name: string, id: string): Promise<Browser> => {
  const browser = createBrowser();
  const { read, write } = browser.exchange();
  await createPlatform({ session: { store: cookieTokenStore({ read, write }) } }).session.set({ ...tokens(name), id });
  return browser;
};

/** Returns the session in the cookie `session` of a browser, or null after a sign-out. */
export const sessionIn = ({ jar }: Browser): StoredSession | null =>
  (JSON.parse(atob((jar.get('session') ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as SessionRecord).session;
