import type * as contract from '@platform-sdk/memory/contract';
import type { Rules } from '../../../routing/service.ts';
import { callerOf, sessionOf } from '../access.ts';
import { takeTurn } from '../conversation.ts';
import { streamed } from '../event-stream.ts';
import { a2a } from './a2a.ts';
import { memories } from './memories.ts';
import { profile } from './profile.ts';
import { sessions } from './sessions.ts';
import { tokens } from './tokens.ts';
import { users } from './users.ts';

export const rules: Rules<typeof contract> = {
  users,
  tokens,
  sessions,
  profile,
  memories,
  a2a,

  async chat({ session_id, message, config }, call) {
    const user = callerOf(call);
    const { result, finish } = await takeTurn(call.world, user, sessionOf(call, user, session_id), message, config);
    finish();
    return result;
  },

  async chatStream({ session_id, message, config }, call) {
    const user = callerOf(call);
    return streamed(await takeTurn(call.world, user, sessionOf(call, user, session_id), message, config), call.toWireNames);
  },

  health: () => ({ status: 'ok' }),

  live: (_, { world }) => ({
    status: 'healthy',
    checks: {
      database: { status: 'healthy', latency_ms: 1 },
      cache: { status: 'healthy', latency_ms: 1 },
      llm: { status: 'healthy' },
    },
    timestamp: world.timestamp(),
  }),

  ready: () => ({ ready: true, message: 'Ready.' }),
};
