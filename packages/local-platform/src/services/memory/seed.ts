import { inputError } from '@platform-sdk/core/internal';
import { accountOf } from '../../world/accounts.ts';
import type { World } from '../../world/state.ts';
import { categoryOf } from './importance.ts';
import { store } from './long-term.ts';
import { DEFAULT_APP, memoryRecords } from './records.ts';
import { issueToken } from './tokens.ts';

/** A user of the memory service to add. */
export interface SeedMemoryUser {
  /** A UUID. Default: the id of the account with this e-mail address. */
  readonly id?: string;
  readonly email: string;
  /** The user's token. Default: none. Call `POST /v1/users` to get a token. */
  readonly token?: string;
  /** The stored gateway key. Default: none. */
  readonly gatewayKey?: string;
  /** Memories to store unchanged, including duplicates. Default: none. */
  readonly memories?: readonly (string | SeedMemory)[];
}

/** A memory to add. */
export interface SeedMemory {
  readonly content: string;
  /** The importance, from 0 to 1. Default: derived from the content of the memory. */
  readonly importance?: number;
  /** The age in days. Default: 0. */
  readonly daysOld?: number;
  /** The application id. Default: `default`. */
  readonly app_id?: string;
}

export const seedMemoryUser = (world: World, { id: given, email, token, gatewayKey, memories = [] }: SeedMemoryUser): void => {
  const id = (given ?? accountOf(world, email)?.id)?.toLowerCase();
  if (id === undefined)
    throw inputError(`seed: no account has the e-mail address ${email}: list it in accounts, or give the memory user an id`, 'memoryUsers');
  const created_at = world.timestamp();
  const user = { id, email, first_name: null, last_name: null, custom_attributes: {}, gatewayKey, created_at };
  world.records(memoryRecords).users.set(id, user);
  if (token !== undefined) issueToken(world, id, 'Seeded Token', token);
  for (const each of memories) {
    const { content, importance, daysOld = 0, app_id = DEFAULT_APP } = typeof each === 'string' ? { content: each } : each;
    const { importance_score, tags } = categoryOf(content);
    const at = world.clock.now() - daysOld * 86_400_000;
    store(world, { userId: id, app_id, content, importance_score: importance ?? importance_score, tags, at });
  }
};
