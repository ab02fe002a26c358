import {
  inMemoryTokenStore,
  type PlatformOptions,
  type SessionEvent,
  type SessionRecord,
  type StoredSession,
  type TokenStore,
} from '@platform-sdk/core';
import { unknown, object, operation } from '@platform-sdk/core/contract';
import { benchOf, jwt, sessionDocument, standingClock, tokens } from './fixtures.ts';
import { json, recordingFetch, type Sent } from './recording-fetch.ts';

const read = operation({
  method: 'GET',
  path: '/notes',
  credentials: 'user',
  input: object<{}>({}),
  output: unknown,
  retry: 'non-idempotent',
});

const isBearer = ({ headers }: Sent, name: string): boolean => headers.get('authorization') === `Bearer ${jwt(name)}`;

/** Returns a function that responds with 200 to the access token `name`, and with 401 to all other tokens. */
export const acceptOnly =
  (name: string) =>
  (sent: Sent): Response =>
    json({}, isBearer(sent, name) ? 200 : 401);

/** Returns a function that responds with 401 to the access token `name`, and with 200 to all other tokens. */
export const rejectOnly =
  (name: string) =>
  (sent: Sent): Response =>
    json({}, isBearer(sent, name) ? 401 : 200);

interface Answers {
  /** The response to a refresh. Default: the tokens `b`. */
  readonly refresh?: (sent: Sent) => Response | Promise<Response>;
  /** The response to every other call. Default: 200. */
  readonly call?: (sent: Sent) => Response | Promise<Response>;
}

/** Creates a platform, and a client with one operation that needs a session. The bench lists refreshes and calls separately. */
export const sessionBench = (
  { refresh = () => json(sessionDocument('b')), call = () => json({}) }: Answers = {},
  options: PlatformOptions = {},
) => {
  const clock = standingClock();
  const wire = recordingFetch((sent) => (isRefresh(sent) ? refresh(sent) : call(sent)));
  const bed = benchOf({ read }, wire, { clock, ...options });
  const received: SessionEvent[] = [];
  bed.platform.session.subscribe((event) => received.push(event));
  return {
    ...bed,
    clock,
    wire,
    received,
    session: bed.platform.session,
    read: () => bed.client.read(),
    refreshes: () => wire.sent.filter(isRefresh),
    /** Returns the `Authorization` of every call except refreshes. */
    bearers: () => wire.sent.filter((sent) => !isRefresh(sent)).map(({ headers }) => headers.get('authorization')),
  };
};

/** Creates a bench with a user who signed in with the tokens `a`. The access token has expired. */
export const expiredBench = async (answers?: Answers, options?: PlatformOptions) => {
  const bench = sessionBench(answers, options);
  await bench.session.set(tokens('a'));
  bench.clock.advance(900_000);
  return bench;
};

const isRefresh = ({ url }: Sent): boolean => url === 'https://auth.test/v1/oauth/token/refresh';

/** A store that tests can read and change. `content` is its session or its invalid content, or undefined after a sign-out. */
export interface OpenStore extends TokenStore {
  content: unknown;
  /** The stored record. */
  record: unknown;
}

export const openStore = (content?: unknown): OpenStore => {
  const shelf = inMemoryTokenStore();
  let damage: unknown;
  const generation = (): number => (shelf.get() as SessionRecord | undefined)?.generation ?? 0;
  const put = (session: StoredSession | null): unknown =>
    shelf.set({ generation: (generation() || 1_000_000_000_000) + 1, session }, generation());
  const store: OpenStore = {
    get: () => damage ?? shelf.get(),
    set(next, expected) {
      const isWritten = shelf.set(next, expected);
      if (isWritten) damage = undefined;
      return isWritten;
    },
    get content() {
      return damage ?? (shelf.get() as SessionRecord | undefined)?.session ?? undefined;
    },
    set content(next: unknown) {
      const isSession = typeof (Object(next) as Partial<StoredSession>).accessToken === 'string';
      damage = next == null || isSession ? undefined : next;
      if (damage === undefined) put((next as StoredSession | undefined) ?? null);
    },
    get record() {
      return store.get();
    },
  };
  if (content != null) store.content = content;
  return store;
};
