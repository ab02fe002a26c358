import type { ProfileFacts, MemoryMessage } from '@platform-sdk/memory';
import { createTable } from '../../world/table.ts';
import type { World } from '../../world/state.ts';
import type { Vector } from './embedding.ts';
import { store, transientStore } from '../../state/store.ts';

export interface UserRecord {
  readonly id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  custom_attributes: Record<string, unknown>;
  /** The stored gateway key. Responses never contain the key. */
  gatewayKey: string | undefined;
  readonly created_at: string;
}

/** A token, stored as a hash. */
export interface TokenRecord {
  readonly id: string;
  readonly hash: string;
  readonly userId: string;
  readonly name: string;
  readonly token_prefix: string;
  last_used_at: string | null;
  readonly created_at: string;
}

export interface SessionRecord {
  readonly id: string;
  readonly userId: string;
  readonly app_id: string;
  title: string | null;
  readonly created_at: string;
  updated_at: string;
  metadata: Record<string, unknown>;
  /** The short-term memory. */
  messages: MemoryMessage[];
}

/** A long-term memory. */
export interface MemoryRecord {
  readonly id: string;
  readonly userId: string;
  readonly app_id: string;
  readonly content: string;
  readonly importance_score: number;
  readonly tags: readonly string[];
  /** The creation time, in milliseconds. */
  readonly at: number;
  readonly vector: Vector;
}

export interface ProfileRecord {
  facts: ProfileFacts;
  updated_at: string | null;
}

export const DEFAULT_APP = 'default';

export const memoryRecords = store('memory', () => ({
  users: new Map<string, UserRecord>(),
  /** Tokens, by hash. */
  tokens: createTable<TokenRecord, 'id' | 'user'>({ id: ({ id }) => [id], user: ({ userId }) => [userId] }),
  /** Sessions, in the order of their last change. */
  sessions: createTable<SessionRecord, 'user'>({ user: ({ userId }) => [userId] }),
  memories: createTable<MemoryRecord, 'user' | 'application'>({
    user: ({ userId }) => [userId],
    application: ({ userId, app_id }) => [JSON.stringify([userId, app_id])],
  }),
  /** Profiles, by user and application. */
  profiles: new Map<string, ProfileRecord>(),
}));

/** The user of each request. */
export const callerRecords = transientStore('memory-callers', () => new WeakMap<Request, UserRecord>());

export const profileOf = (world: World, userId: string, app_id = DEFAULT_APP): ProfileRecord => {
  const { profiles } = world.records(memoryRecords);
  const key = JSON.stringify([userId, app_id]);
  let found = profiles.get(key);
  if (!found) profiles.set(key, (found = { facts: {}, updated_at: null }));
  return found;
};

/** Moves a session to the end of the list, as the most recently changed session. */
export const touchSession = (world: World, session: SessionRecord): void => {
  session.updated_at = world.timestamp();
  world.records(memoryRecords).sessions.set(session.id, session);
};

/** Returns a user's memories in the order of creation, optionally only of one application. */
export const memoriesOf = (world: World, userId: string, app_id?: string): readonly MemoryRecord[] => {
  const { memories } = world.records(memoryRecords);
  return app_id === undefined ? memories.by('user', userId) : memories.by('application', JSON.stringify([userId, app_id]));
};

/** Sorts memories, oldest first. */
export const oldestFirst = (memories: readonly MemoryRecord[]): MemoryRecord[] => memories.toSorted((one, other) => one.at - other.at);
