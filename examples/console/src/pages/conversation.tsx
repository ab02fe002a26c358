import { createMemoryClient, type MemoryMessage } from '@platform-sdk/memory';
import { pathKey, query } from '@platform-sdk/query';
import { useChat } from '@platform-sdk/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Composer } from '../components/composer.tsx';
import { Loaded } from '../components/loaded.tsx';
import { MessageList } from '../components/message-list.tsx';
import { Page } from '../components/page.tsx';
import { ReplyFailure } from '../components/reply-failure.tsx';
import { useRelayedClient } from '../hooks/use-client.ts';
import { useQueryUser } from '../hooks/use-query-user.ts';

/** A conversation whose other side remembers. */
export const Conversation = () => {
  const { sessionId: session_id = '' } = useParams();
  const { sessions } = useRelayedClient(createMemoryClient);
  // The chat below continues from here, so a later look is not needed.
  const history = useQuery({ ...query(sessions.history, { session_id }, useQueryUser()), staleTime: Infinity, gcTime: 0 });
  return (
    <Page title="Conversation" above={<Link href="/memory">Memory</Link>}>
      <Loaded query={history}>{({ messages }) => <Talk key={session_id} session_id={session_id} history={messages} />}</Loaded>
    </Page>
  );
};

interface Props {
  readonly session_id: string;
  readonly history: readonly MemoryMessage[];
}

const Talk = ({ session_id, history }: Props) => {
  const memory = useRelayedClient(createMemoryClient);
  const queryClient = useQueryClient();
  const ofUser = useQueryUser();
  const { messages, status, error, send, stop, regenerate } = useChat({
    initialMessages: history.map(({ role, content }) => ({ role: role === 'user' ? 'user' : 'assistant', content })),
    // The service keeps the conversation, so the newest message is enough.
    reply: (all, options) => memory.chatStream({ session_id, message: all.at(-1)?.content ?? '' }, options),
  });
  const isBusy = status === 'streaming';
  const say = async (text: string): Promise<void> => {
    await send(text);
    await queryClient.invalidateQueries({ queryKey: pathKey(memory.memories.list, {}, ofUser) });
  };
  return (
    <>
      {messages.length === 0 && <p className="quiet">Say something about you, such as your favourite colour.</p>}
      <MessageList messages={messages} isBusy={isBusy} />
      {error !== undefined && <ReplyFailure error={error} onRetry={() => void regenerate()} />}
      <Composer isBusy={isBusy} onSend={(text) => void say(text)} onStop={stop} />
    </>
  );
};
