import type { Platform, Tokens } from '@platform-sdk/core';
import { checkNoPromise, valueOf } from '@platform-sdk/core/internal';
import { createSettingsClient, type SettingsClient } from './client.ts';

/** The user to whom settings belong, with a client that sends calls only for this user. */
export interface Owner {
  /** The user's id; empty while no user is signed in, undefined for a user without an id. */
  readonly id: string | undefined;
  /** Sends calls only while the token belongs to this owner. Otherwise, calls fail before anything is sent. */
  readonly api: SettingsClient;
}

/** Finds the user of a platform. */
export interface Owners {
  /** Returns the current owner; undefined if finding it requires waiting. */
  readonly now: () => Owner | undefined;
  readonly find: () => Promise<Owner>;
  /** Calls `listener` when a user signs in or out. Returns an unsubscribe function. */
  readonly subscribe: (listener: (owner: Owner, isSignIn: boolean) => void) => () => void;
  /** True if this platform never identifies an owner by an id. */
  readonly isAnonymous: boolean;
  /** True if only the tokens of an `accessToken` function distinguish users. */
  readonly isVague: boolean;
}

/** The id of the user, or a function that returns it; undefined while no user is signed in. */
export type UserId = string | (() => string | undefined);

type Context = Platform['context'];

/** Returns a client that checks before each call that the user's token belongs to the owner. */
const guarded = (platform: Platform, isOwn: (tokens: Tokens) => boolean, isOwnToken: (token: string) => boolean): SettingsClient => {
  const { context } = platform;
  const { options, session } = context;
  const { accessToken } = options;
  const own: Context = {
    ...context,
    session: {
      ...session,
      current: async () => {
        const tokens = await session.current();
        return tokens && isOwn(tokens) ? tokens : undefined;
      },
    },
    ...(accessToken !== undefined && {
      options: {
        ...options,
        accessToken: async () => {
          const token = await valueOf(accessToken, 'accessToken', 'settings');
          return isOwnToken(token) ? token : '';
        },
      },
    }),
  };
  return createSettingsClient({ ...platform, context: own });
};

/** Returns the owners of a platform. They are identified by `user` if it is set, otherwise by the session or the token. */
export const ownersOf = (platform: Platform, user: UserId | undefined): Owners => {
  const { session } = platform;
  const { options, session: live } = platform.context;
  if (user !== undefined) return named(platform, user);
  if (options.accessToken !== undefined) return byToken(platform, options.accessToken);
  const known = new Map<string, Owner>();
  let guest: { readonly owner: Owner; readonly tokens: Tokens } | undefined;
  const identified = (id: string): Owner => {
    const owner = known.get(id) ?? {
      id,
      api: guarded(
        platform,
        (tokens) => id !== '' && tokens.id === id,
        () => false,
      ),
    };
    known.set(id, owner);
    return owner;
  };
  const ownerOf = (tokens: Tokens | undefined): Owner => {
    if (!tokens) return identified('');
    if (tokens.id) return identified(tokens.id);
    // A user without an id is identified by the tokens of one sign-in.
    if (guest?.tokens !== tokens && !(guest && live.owns(guest.tokens))) {
      const isOwn = (): boolean => live.owns(tokens);
      guest = { tokens, owner: { id: undefined, api: guarded(platform, isOwn, isOwn) } };
    }
    return guest.owner;
  };
  return {
    now: () => {
      const tokens = session.snapshot();
      return tokens && ownerOf(tokens);
    },
    find: async () => ownerOf(await session.get()),
    subscribe: (listener) => session.subscribe(({ type, session: tokens }) => listener(ownerOf(tokens), type === 'signed-in')),
    isAnonymous: false,
    isVague: false,
  };
};

/** Returns owners that the option `user` identifies. */
const named = (platform: Platform, user: UserId): Owners => {
  let latest: Owner | undefined;
  const idNow = (): string => {
    const id = typeof user === 'function' ? user() : user;
    // With promises as ids, all users would share the entry `[object Promise]`.
    checkNoPromise('createSettingsStore: the id of the user', id, 'user');
    return id ?? '';
  };
  const now = (): Owner => {
    const id = idNow();
    const isStill = (): boolean => id !== '' && idNow() === id;
    if (latest?.id !== id) latest = { id, api: guarded(platform, isStill, isStill) };
    return latest;
  };
  return {
    now,
    find: async () => now(),
    subscribe: (listener) => platform.session.subscribe(({ type }) => listener(now(), type === 'signed-in')),
    isAnonymous: false,
    isVague: false,
  };
};

/** Returns owners without ids. Each token is a separate owner, because a different token may belong to another user. */
const byToken = (platform: Platform, source: NonNullable<Context['options']['accessToken']>): Owners => {
  let latest: { readonly owner: Owner; readonly token: string } | undefined;
  const ownerOf = (token: string): Owner => {
    if (latest?.token !== token) {
      const isOwn = (given: string): boolean => given === token;
      latest = { token, owner: { id: undefined, api: guarded(platform, () => false, isOwn) } };
    }
    return latest.owner;
  };
  return {
    now: () => (typeof source === 'string' ? ownerOf(source) : undefined),
    find: async () => ownerOf(await valueOf(source, 'accessToken', 'settings')),
    subscribe: () => () => undefined,
    isAnonymous: true,
    isVague: typeof source === 'function',
  };
};
