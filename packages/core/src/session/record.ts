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

/** No count of writes is larger, even if it began with the time in milliseconds. A larger one was forged. */
const MAX_GENERATION = 1e15;

/** Returns the generation of a store's content: 0 for an empty store, and for an invalid record. */
export const generationOf = (value: unknown): number => {
  const { generation } = Object(value) as { readonly generation?: unknown };
  return Number.isSafeInteger(generation) && (generation as number) > 0 && (generation as number) < MAX_GENERATION
    ? (generation as number)
    : 0;
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
