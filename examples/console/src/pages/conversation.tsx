import { createMemoryClient } from '@platform-sdk/memory';
import { pathKey } from '@platform-sdk/query';
import { useConversation } from '@platform-sdk/react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Composer } from '../components/composer.tsx';
import { Loading } from '../components/loading.tsx';
import { MessageList } from '../components/message-list.tsx';
import { Page } from '../components/page.tsx';
import { ReplyFailure } from '../components/reply-failure.tsx';
import { useQueryUser } from '../hooks/use-query-user.ts';
import { useRelayedClient } from '../hooks/use-relayed-client.ts';

/** A conversation that uses the memory service. */
export const Conversation = () => {
  const { sessionId = '' } = useParams();
  return (
    <Page title="Conversation" above={<Link href="/memory">Memory</Link>}>
      <Talk key={sessionId} sessionId={sessionId} />
    </Page>
  );
};

const Talk = ({ sessionId }: { readonly sessionId: string }) => {
  const memory = useRelayedClient(createMemoryClient);
  const queryClient = useQueryClient();
  const ofUser = useQueryUser();
  const { messages, status, error, unsaved, partial, load, send, stop, retry, regenerate } = useConversation(memory, sessionId);
  const isBusy = status === 'streaming';
  const isLoading = status === 'loading' && messages.length === 0;
  const say = async (text: string): Promise<void> => {
    await send(text);
    await queryClient.invalidateQueries({ queryKey: pathKey(memory.memories.list, {}, ofUser) });
  };
  return (
    <>
      {isLoading && <Loading />}
      {status === 'ready' && messages.length === 0 && <p className="quiet">Say something about you, such as your favourite colour.</p>}
      <MessageList messages={messages} isBusy={isBusy} />
      {partial !== undefined && <p className="quiet">The history has no reply. Received until it ended: {partial}</p>}
      {unsaved !== undefined && <p className="quiet">Not in the history: {unsaved}</p>}
      {error !== undefined && <ReplyFailure error={error} onRetry={() => void (unsaved === undefined ? load() : retry())} />}
      {error === undefined && unsaved !== undefined && (
        <button type="button" onClick={() => void retry()}>
          Retry
        </button>
      )}
      {status === 'ready' && unsaved === undefined && messages.length > 0 && (
        <button type="button" onClick={() => void regenerate()}>
          Ask again
        </button>
      )}
      <Composer isBusy={isBusy} onSend={(text) => void say(text)} onStop={() => void stop()} />
    </>
  );
};
