import type { MemoryChatConfig, MemoryChatResult, MemoryMessage } from '@platform-sdk/memory';
import type { World } from '../../world/state.ts';
import { recall, remember } from './long-term.ts';
import { complete, resolveKey, tokensOf, withinBudget } from './model.ts';
import { touchSession, type SessionRecord, type UserRecord } from './records.ts';

/** Memories with a lower similarity are not passed to the model. */
const SIMILAR_ENOUGH = 0.4;
const MAX_RECALLED = 3;

/** A reply before it is sent. */
export interface Turn {
  readonly result: Required<MemoryChatResult>;
  /** Adds the reply to the session's history. */
  readonly finish: () => void;
}

/** Adds a message to a session, stores the important new sentences of the message as memories, and creates a reply. */
export const takeTurn = async (
  world: World,
  user: UserRecord,
  session: SessionRecord,
  text: string,
  config: MemoryChatConfig = {},
): Promise<Turn> => {
  withinBudget(text);
  resolveKey(user, config.gateway_api_key);
  const { app_id, messages } = session;
  const found = recall(world, { userId: user.id, app_id, query: text, min: SIMILAR_ENOUGH });
  const news = remember(world, { userId: user.id, app_id, text });
  const completion = complete({
    message: text,
    history: messages.map(({ content }) => content),
    // A reply to a message with new information recalls nothing, because it only promises to remember.
    recalled: news.length > 0 ? [] : found.slice(0, MAX_RECALLED).map(({ memory }) => memory.content),
    isNews: news.length > 0,
    preference: config.model_preference ?? 'balanced',
  });
  keep(world, session, { id: world.id(), role: 'user', content: text });
  const message_id = world.id();
  return {
    result: { message_id, ...completion },
    finish: () => keep(world, session, { id: message_id, role: 'assistant', content: completion.content }),
  };
};

const keep = (world: World, session: SessionRecord, message: Pick<MemoryMessage, 'id' | 'role' | 'content'>): void => {
  touchSession(world, session);
  session.messages.push({ ...message, token_count: tokensOf(message.content), created_at: session.updated_at });
};
