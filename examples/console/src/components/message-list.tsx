import { useEffect, useRef } from 'react';

const AUTHORS: Readonly<Record<string, string>> = { user: 'You', assistant: 'Model', system: 'System' };

interface Props {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly isBusy: boolean;
}

/** The list follows a growing reply if its end is at most this far below the visible part. */
const NEAR_PX = 200;

/** Shows the messages of a chat. The newest message stays visible unless the reader scrolls up. Screen readers read complete messages. */
export const MessageList = ({ messages, isBusy }: Props) => {
  const end = useRef<HTMLLIElement>(null);
  const count = useRef(0);
  useEffect(() => {
    const isNew = count.current !== messages.length;
    count.current = messages.length;
    // If the reader has scrolled up, the list does not scroll while the reply grows.
    const { bottom = 0 } = end.current?.getBoundingClientRect() ?? {};
    // In newer browsers this call returns a promise. An effect must not return a promise.
    if (isNew || bottom - innerHeight < NEAR_PX) end.current?.scrollIntoView({ block: 'nearest' });
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
