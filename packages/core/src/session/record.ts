import { generationOf } from './generation.ts';
import { toTokens, type SessionRecord, type StoredSession, type Tokens } from './tokens.ts';

/** Characters that a header may contain. A line break would begin another header. */
const HEADER = /^[\x21-\x7e]+$/;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads a session of a store, its known fields alone; undefined when it is not one. */
const toStored = (value: unknown): StoredSession | undefined => {
  const { accessToken, refreshToken, receivedAt, id } = Object(value) as Partial<StoredSession>;
  if (!isText(accessToken) || !HEADER.test(accessToken) || !isText(refreshToken) || !Number.isFinite(receivedAt)) return undefined;
  // A session without its id would belong to any user.
  if (typeof (id ?? '') !== 'string') return undefined;
  return { ...toTokens(value as Tokens), receivedAt: receivedAt as number };
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
