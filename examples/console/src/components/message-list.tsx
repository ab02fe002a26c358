import type { ChatMessage } from '@platform-sdk/react';
import { useEffect, useRef } from 'react';

const AUTHORS: Readonly<Record<string, string>> = { user: 'You', assistant: 'Model', system: 'System' };

interface Props {
  readonly messages: readonly ChatMessage[];
  readonly isBusy: boolean;
}

/** The messages of a chat. The newest stays in sight while it grows; a screen reader reads it when it is whole. */
export const MessageList = ({ messages, isBusy }: Props) => {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not.
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [messages]);
  return (
    <ol className="messages" aria-label="Messages" aria-live="polite" aria-busy={isBusy}>
      {messages.map(({ role, content }, index) => (
        <li key={index} className={role} ref={index === messages.length - 1 ? end : undefined}>
          <span className="quiet">{AUTHORS[role]}</span>
          <p>{content}</p>
        </li>
      ))}
    </ol>
  );
};
