import {
  UUID,
  filled,
  integerIn,
  nullable,
  number,
  numberIn,
  object,
  open,
  optional,
  record,
  string,
  text,
  type Fields,
  type Schema,
} from '@platform-sdk/core/contract';
import type { ChatResult, Facts, InApp, IssuedToken, Place, Profile, Usage } from '../types.ts';

export const uuid = text({ pattern: UUID, message: 'must be a UUID' });
export const maybe = optional(string);
export const maybeNull = optional(nullable(string));
export const share = numberIn({ minimum: 0, maximum: 1 });
export const offset = optional(integerIn({ minimum: 0 }));
export const limitTo = (maximum?: number): Schema<number | undefined> => optional(integerIn({ minimum: 1, ...(maximum && { maximum }) }));
export const inApp = object<InApp>({ app_id: maybe });
export const place: Fields<Place> = { total: number, limit: optional(number), offset: optional(number) };

export const issuedToken = object<IssuedToken>({ access_token: filled, token_type: open('Bearer') });

const usage = optional(object<Usage>({ tokens_in: number, tokens_out: number }));
/** What an answer took. */
export const bill = { usage, cost_usd: optional(number), model: maybe };
export const chatResult = object<ChatResult>({ message_id: string, content: string, ...bill });

/** As they are sent; the client also looks at the keys. */
export const facts: Schema<Facts> = record(text({ maxLength: 1000 }));
export const profile = object<Profile>({ user_id: maybe, app_id: maybe, facts: record(string), updated_at: maybeNull });
export const health = open('healthy', 'degraded', 'unhealthy');
