import { generationOf } from './generation.ts';
import type { SessionRecord, StoredSession } from './tokens.ts';

/** Characters that a header may contain. A line break would begin another header. */
const HEADER = /^[\x21-\x7e]+$/;
const TEXTS = ['id', 'email', 'firstName', 'lastName'] as const;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads a session of a store, its known fields alone; undefined when it is not one. */
const toStored = (value: unknown): StoredSession | undefined => {
  const { accessToken, refreshToken, receivedAt, ...about } = Object(value) as Partial<StoredSession>;
  if (!isText(accessToken) || !HEADER.test(accessToken) || !isText(refreshToken) || !Number.isFinite(receivedAt)) return undefined;
  const found: Record<string, unknown> = { accessToken, refreshToken, receivedAt };
  for (const name of TEXTS) {
    const text: unknown = about[name];
    if (text == null || text === '') continue;
    if (!isText(text)) return undefined;
    found[name] = text;
  }
  return found as unknown as StoredSession;
};

/** A store's content as it was read: the session is undefined if the store is empty or damaged. */
export type FoundRecord = Omit<SessionRecord, 'session'> & { readonly session: StoredSession | null | undefined };

/** Reads the value of a store. A session without a record around it has the lowest generation. */
export const toRecord = (value: unknown): FoundRecord => {
  const { session, isRejected } = Object(value) as Partial<SessionRecord>;
  const generation = generationOf(value);
  if (session === null && generation) return { generation, session, ...(isRejected === true && { isRejected }) };
  return { generation, session: toStored(generation ? session : value) };
};
