import {
  nonEmptyString,
  integer,
  nullable,
  number,
  object,
  openEnum,
  optional,
  record,
  secret,
  string,
  text,
  type Fields,
  type Schema,
} from '@platform-sdk/core/contract';
import { UUID } from '@platform-sdk/core/internal';
import type {
  MemoryChatResult,
  ProfileFacts,
  AppReference,
  MemoryTokenWithSecret,
  MemoryPagePosition,
  MemoryProfile,
  MemoryUsage,
} from '../types.ts';

export const uuid = text({ pattern: UUID, message: 'must be a UUID' });
export const maybe = optional(string);
export const maybeNull = optional(nullable(string));
export const share = number({ minimum: 0, maximum: 1 });
export const offset = optional(integer({ minimum: 0 }));
export const limitTo = (maximum?: number): Schema<number | undefined> => optional(integer({ minimum: 1, ...(maximum && { maximum }) }));
export const inApp = object<AppReference>({ app_id: maybe });
export const place: Fields<MemoryPagePosition> = { total: number(), limit: optional(number()), offset: optional(number()) };

export const issuedToken = object<MemoryTokenWithSecret>({ access_token: secret(nonEmptyString), token_type: openEnum('Bearer') });

const usage = optional(object<MemoryUsage>({ tokens_in: number(), tokens_out: number() }));
export const bill = { usage, cost_usd: optional(number()), model: maybe };
export const chatResult = object<MemoryChatResult>({ message_id: string, content: string, ...bill });

/** Facts in a request. The client also checks their keys. */
export const facts: Schema<ProfileFacts> = record(text({ maxLength: 1000 }));
export const profile = object<MemoryProfile>({ user_id: maybe, app_id: maybe, facts: record(string), updated_at: maybeNull });
export const health = openEnum('healthy', 'degraded', 'unhealthy');
