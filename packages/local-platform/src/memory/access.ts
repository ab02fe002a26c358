import { authorizedBy } from '../requests/authorization.ts';
import type { Check } from '../routing/credentials.ts';
import { refuse } from '../errors/refusal.ts';
import type { Call } from '../routing/service.ts';
import { callerRecords, memoryRecords, type MemoryRecord, type SessionRecord, type UserRecord } from './records.ts';
import { hashOf } from './tokens.ts';

/** Refuses whoever has no token; an agent is also let in by its own headers. */
export const tokenCheck: Check = (request, world) => {
  const { tokens, users } = world.records(memoryRecords);
  const { headers, url } = request;
  if (!headers.has('authorization') && /\/a2a\//.test(url) && isAgent(headers)) return undefined;
  const sent = authorizedBy('Bearer', request);
  const token = sent === undefined ? undefined : tokens.get(hashOf(sent));
  const user = token && users.get(token.userId);
  if (!user) return refuse(401, 'AUTHENTICATION_FAILED', 'The token is missing, unknown or revoked.');
  token.last_used_at = world.timestamp();
  world.records(callerRecords).set(request, user);
  return undefined;
};

const isAgent = (headers: Headers): boolean => {
  const has = (name: string): boolean => (headers.get(name) ?? '') !== '';
  return (has('x-agent-secret-token') && has('x-agent-user-id')) || has('x-agent-key');
};

/** The user whose token a call carries; an agent's has none. */
export const callerOf = ({ world, request }: Call): UserRecord =>
  world.records(callerRecords).get(request) ?? refuse(401, 'AUTHENTICATION_FAILED', 'The token is missing, unknown or revoked.');

/** The user for whom an agent speaks: with a token, only its own. */
export const servedBy = ({ world, request }: Call, userId: string): UserRecord => {
  const { users } = world.records(memoryRecords);
  const caller = world.records(callerRecords).get(request);
  const id = userId.toLowerCase();
  if (caller && caller.id !== id) return refuse(401, 'AUTHENTICATION_FAILED', 'The token is of another user.');
  return caller ?? users.get(id) ?? refuse(400, 'VALIDATION_ERROR', 'There is no such user.', { field: 'user_id' });
};

/** A user's own session. Its id is a UUID, and so the same in capitals; as is a memory's. */
export const sessionOf = ({ world }: Call, user: UserRecord, id: string): SessionRecord => {
  const session = world.records(memoryRecords).sessions.get(id.toLowerCase());
  return session?.userId === user.id ? session : refuse(404, 'SESSION_NOT_FOUND', 'There is no such session.');
};

/** A user's own memory. */
export const memoryOf = ({ world }: Call, user: UserRecord, id: string): MemoryRecord => {
  const memory = world.records(memoryRecords).memories.get(id.toLowerCase());
  return memory?.userId === user.id ? memory : refuse(404, 'MEMORY_NOT_FOUND', 'There is no such memory.');
};
