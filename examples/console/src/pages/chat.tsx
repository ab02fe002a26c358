import { createGatewayClient, type Usage } from '@platform-sdk/gateway';
import { useChat } from '@platform-sdk/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Composer } from '../components/composer.tsx';
import { MessageList } from '../components/message-list.tsx';
import { Page } from '../components/page.tsx';
import { ReplyFailure } from '../components/reply-failure.tsx';
import { useRelayedClient } from '../hooks/use-relayed-client.ts';
import { Cost } from './chat/cost.tsx';
import { Headroom } from './chat/headroom.tsx';
import { AUTO, ModelChoice, type Model } from './chat/model-choice.tsx';

/** A chat with a model. The server has the gateway key and relays the stream. */
export const Chat = () => {
  const gateway = useRelayedClient(createGatewayClient);
  const [model, setModel] = useState<Model>(AUTO);
  const [usage, setUsage] = useState<Usage>();
  const finished = useRef<() => Promise<Usage | null | undefined>>(undefined);
  const { messages, status, error, send, stop, regenerate, setMessages } = useChat({
    reply: (all, options) => {
      const stream = gateway.chatStream({ ...model, messages: all, stream_options: { include_usage: true } }, options);
      finished.current = async () => (await stream.final()).usage;
      return stream;
    },
  });
  const isBusy = status === 'streaming';
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isBusy || messages.length === 0) return;
    // A stopped reply reports no usage, but its received part is still billed.
    void finished.current?.().then(
      (each) => setUsage(each ?? undefined),
      () => setUsage(undefined),
    );
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('wallets') });
  }, [isBusy, messages.length, queryClient]);
  return (
    <Page title="Chat">
      <div className="bar">
        <ModelChoice value={model} onChange={setModel} />
        <button type="button" disabled={messages.length === 0} onClick={() => setMessages([])}>
          New chat
        </button>
      </div>
      <MessageList messages={messages} isBusy={isBusy} />
      {error !== undefined && <ReplyFailure error={error} onRetry={() => void regenerate()} />}
      <Composer isBusy={isBusy} onSend={(text) => void send(text)} onStop={stop} />
      <Cost usage={usage} />
      <Headroom isBusy={isBusy} />
    </Page>
  );
};
