import type * as contract from '@platform-sdk/memory/contract';
import type { AgentEnvelope, AgentReplyEnvelope } from '@platform-sdk/memory';
import type { Rules } from '../../../routing/service.ts';
import type { World } from '../../../world/state.ts';
import { servedBy, sessionOf } from '../access.ts';
import { takeTurn } from '../conversation.ts';
import { startSession } from './sessions.ts';

const reply = (world: World, { message_id }: AgentEnvelope): AgentReplyEnvelope => ({
  message_id: world.id(),
  sender_agent_key: 'conversation-memory',
  timestamp: world.timestamp(),
  in_reply_to: message_id,
});

export const a2a: Rules<typeof contract.a2a> = {
  createConversation({ envelope, user_id, app_id }, call) {
    const started = startSession(call.world, servedBy(call, user_id), app_id === undefined ? {} : { app_id });
    return { envelope: reply(call.world, envelope), ...started };
  },

  async chat({ envelope, user_id, session_id, message }, call) {
    const user = servedBy(call, user_id);
    const session = sessionOf(call, user, session_id);
    const { result, finish } = await takeTurn(call.world, user, session, message);
    finish();
    return { envelope: reply(call.world, envelope), session_id: session.id, ...result };
  },
};
