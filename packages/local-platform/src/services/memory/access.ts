import { authorizedBy } from '../../requests/authorization.ts';
import type { Check } from '../../routing/credentials.ts';
import { refuse } from '../../errors/refusal.ts';
import type { Call } from '../../routing/service.ts';
import { callerRecords, memoryRecords, type MemoryRecord, type SessionRecord, type UserRecord } from './records.ts';
import { hashOf } from './tokens.ts';

/** Throws if the request lacks a valid token. A request to an A2A path may contain agent headers instead. */
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

/** Returns the user that a call's token belongs to. Throws for an agent without a token. */
export const callerOf = ({ world, request }: Call): UserRecord =>
  world.records(callerRecords).get(request) ?? refuse(401, 'AUTHENTICATION_FAILED', 'The token is missing, unknown or revoked.');

/** Returns the user that an agent acts for. If the call contains a token, it must belong to that user. */
export const servedBy = ({ world, request }: Call, userId: string): UserRecord => {
  const { users } = world.records(memoryRecords);
  const caller = world.records(callerRecords).get(request);
  const id = userId.toLowerCase();
  if (caller && caller.id !== id) return refuse(401, 'AUTHENTICATION_FAILED', 'The token belongs to another user.');
  return caller ?? users.get(id) ?? refuse(400, 'VALIDATION_ERROR', 'There is no such user.', { field: 'user_id' });
};

/** Returns a session of the user. Session ids and memory ids are UUIDs, so case is ignored. */
export const sessionOf = ({ world }: Call, user: UserRecord, id: string): SessionRecord => {
  const session = world.records(memoryRecords).sessions.get(id.toLowerCase());
  return session?.userId === user.id ? session : refuse(404, 'SESSION_NOT_FOUND', 'There is no such session.');
};

export const memoryOf = ({ world }: Call, user: UserRecord, id: string): MemoryRecord => {
  const memory = world.records(memoryRecords).memories.get(id.toLowerCase());
  return memory?.userId === user.id ? memory : refuse(404, 'MEMORY_NOT_FOUND', 'There is no such memory.');
};
