import type * as contract from '@platform-sdk/memory/contract';
import type { MemorySession } from '@platform-sdk/memory';
import type { Rules } from '../../../routing/service.ts';
import type { World } from '../../../world/state.ts';
import { callerOf, sessionOf } from '../access.ts';
import { DEFAULT_APP, memoryRecords, touchSession, type SessionRecord, type UserRecord } from '../records.ts';

const view = ({ id, userId, app_id, title, created_at, updated_at, metadata }: SessionRecord): MemorySession => ({
  session_id: id,
  user_id: userId,
  app_id,
  title,
  created_at,
  updated_at,
  metadata,
});

export const startSession = (
  world: World,
  user: UserRecord,
  { app_id = DEFAULT_APP, metadata = {} }: { app_id?: string; metadata?: Record<string, unknown> },
): { session_id: string; created_at: string } => {
  const created_at = world.timestamp();
  const session: SessionRecord = {
    id: world.id(),
    userId: user.id,
    app_id,
    title: null,
    created_at,
    updated_at: created_at,
    metadata,
    messages: [],
  };
  world.records(memoryRecords).sessions.set(session.id, session);
  return { session_id: session.id, created_at };
};

export const sessions: Rules<typeof contract.sessions> = {
  list({ limit = 20, offset = 0, search = '' }, call) {
    const { id } = callerOf(call);
    const wanted = search.toLowerCase();
    const own = call.world.records(memoryRecords).sessions.by('user', id);
    const found = wanted === '' ? own : own.filter(({ title }) => (title ?? '').toLowerCase().includes(wanted));
    const end = Math.max(0, found.length - offset);
    const page = found
      .slice(Math.max(0, end - limit), end)
      .toReversed()
      .map((session) => ({ ...view(session), message_count: session.messages.length }));
    return { sessions: page, total: found.length, limit, offset };
  },

  create: (input, call) => startSession(call.world, callerOf(call), input),

  get: ({ session_id }, call) => view(sessionOf(call, callerOf(call), session_id)),

  update({ session_id, title, metadata }, call) {
    const session = sessionOf(call, callerOf(call), session_id);
    if (title !== undefined) session.title = title;
    if (metadata !== undefined) session.metadata = metadata;
    touchSession(call.world, session);
    return view(session);
  },

  history({ session_id }, call) {
    const { id, messages } = sessionOf(call, callerOf(call), session_id);
    return { session_id: id, messages: messages.map((message) => ({ ...message })) };
  },

  clear({ session_id }, call) {
    sessionOf(call, callerOf(call), session_id).messages = [];
  },
};
