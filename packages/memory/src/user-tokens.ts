import { isPlatformError, PlatformError, type Resolvable } from '@platform-sdk/core';
import { object, objectWith, optional } from '@platform-sdk/core/contract';
import { bounded, checkInput, checkOptions, inputError } from '@platform-sdk/core/internal';
import type { MemoryClient } from './client.ts';
import { register } from './contract/users.ts';
import type { MemoryUserRegisterInput } from './types.ts';

/** Stores one token for each user, on a server. The key is the user's id in lower case. */
export interface MemoryTokenStore {
  /** Returns the user's token; undefined or null if the store contains no token of the user. */
  get(userId: string): Promise<string | null | undefined>;
  /** Stores the token atomically, unless the user already has a token. Returns the stored token. */
  add(userId: string, token: string): Promise<string>;
  /** Removes the token atomically, unless the store now contains another token of the user. */
  remove(userId: string, token: string): Promise<unknown>;
}

/** The options of `createMemoryTokens`. */
export interface MemoryTokensOptions {
  /** Stores the tokens. Each call may take 10 seconds. Default: in the memory of this process; after a restart, users get new tokens. */
  readonly store?: MemoryTokenStore;
}

const memoryTokensOptions = object<MemoryTokensOptions>({ store: optional(objectWith<MemoryTokenStore>('get', 'add', 'remove')) });

/** A user of an application. The fields other than the id are only used when the user is registered. */
export interface MemoryTokenUser extends Omit<MemoryUserRegisterInput, 'email'> {
  /** The user's e-mail address, or a function that returns it. The function is only called when the user is registered. */
  readonly email: Resolvable<string>;
}

/** The memory tokens of an application's users. */
export interface MemoryTokens {
  /**
   * Returns a function for `tokens.memory` of a platform, or `token` of a memory client. The function returns the stored token. For a new
   * user, the function first registers the user, once for all concurrent calls.
   */
  readonly memoryTokenOf: (user: MemoryTokenUser) => () => Promise<string>;
  /** Removes a token that the service rejected. The next call registers the user again. A newer token of the user stays. */
  readonly forget: (userId: string, token: string) => Promise<void>;
}

const STORE_MS = 10_000;

const CODES = { read: 'STORE_NOT_READ', write: 'STORE_NOT_WRITTEN' } as const;

/**
 * Gives each user of an application a separate memory token. Use it on a server: `memory.users.register` needs no credentials, so the
 * server must know who is signed in.
 */
export const createMemoryTokens = (memory: Pick<MemoryClient, 'users'>, options: MemoryTokensOptions = {}): MemoryTokens => {
  const { store = inProcessStore() } = checkOptions('createMemoryTokens', memoryTokensOptions, options);
  if (typeof (Object(memory) as Partial<MemoryClient>).users?.register !== 'function')
    throw inputError('createMemoryTokens: memory must be a memory client', 'memory');
  /** Running registrations by the user's id. */
  const registering = new Map<string, Promise<string>>();
  /** Issued tokens that the store has not confirmed. These tokens prevent a second registration while the store fails. */
  const unconfirmed = new Map<string, string>();

  const read = async (id: string): Promise<string | undefined> => {
    const stored = await withStore('read', () => store.get(id));
    return stored ? toToken('read', stored) : undefined;
  };

  const registerUser = async (id: string, user: MemoryTokenUser): Promise<string> => {
    // Another call may have registered the user since the store was read.
    const stored = await read(id);
    if (stored) return stored;
    const token = unconfirmed.get(id) ?? (await memory.users.register(await toInput(user))).access_token;
    unconfirmed.set(id, token);
    // Another process may have added a token before. The user then keeps that token.
    const kept = toToken('write', await withStore('write', () => store.add(id, token)));
    unconfirmed.delete(id);
    return kept;
  };

  const registerOnce = async (id: string, user: MemoryTokenUser): Promise<string> => {
    const token = registering.get(id) ?? registerUser(id, user);
    registering.set(id, token);
    try {
      return await token;
    } finally {
      if (registering.get(id) === token) registering.delete(id);
    }
  };

  return {
    memoryTokenOf(given) {
      const user = { ...given };
      checkInput('memoryTokenOf', register, { ...user, email: typeof user.email === 'function' ? 'unknown' : user.email });
      const id = user.id.toLowerCase();
      return async () => (await read(id)) ?? registerOnce(id, user);
    },
    async forget(userId, token) {
      for (const [name, value] of Object.entries({ userId, token }))
        if (typeof (value as unknown) !== 'string') throw inputError(`forget: ${name} must be a string`, name);
      const id = userId.toLowerCase();
      if (unconfirmed.get(id) === token) unconfirmed.delete(id);
      await withStore('write', () => store.remove(id, token));
    },
  };
};

const inProcessStore = (): MemoryTokenStore => {
  const tokens = new Map<string, string>();
  return {
    get: async (userId) => tokens.get(userId),
    async add(userId, token) {
      const kept = tokens.get(userId) ?? token;
      tokens.set(userId, kept);
      return kept;
    },
    async remove(userId, token) {
      if (tokens.get(userId) === token) tokens.delete(userId);
    },
  };
};

const toInput = async (user: MemoryTokenUser): Promise<MemoryUserRegisterInput> => {
  const { email } = user;
  return { ...user, email: typeof email === 'function' ? await email() : email };
};

const toToken = (action: keyof typeof CODES, value: unknown): string => {
  if (typeof value === 'string' && value !== '') return value;
  throw storeError(action, `${action === 'read' ? 'get' : 'add'} returned no token`);
};

/** Waits for the store. Only the message of a `PlatformError` becomes part of the thrown error: other messages may contain a token. */
const withStore = async (action: keyof typeof CODES, work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await bounded(Promise.resolve().then(work), STORE_MS, undefined);
  } catch (error) {
    if (isPlatformError(error)) throw storeError(action, error.message.replace(/\.$/, ''), error);
    throw storeError(action, error instanceof Error ? error.name : typeof error);
  }
};

const storeError = (action: keyof typeof CODES, reason: string, cause?: PlatformError): PlatformError =>
  new PlatformError('session', `The store of memory tokens failed to ${action}: ${reason}.`, { code: CODES[action] }, { cause });
