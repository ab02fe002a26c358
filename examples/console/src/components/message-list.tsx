import { useEffect, useRef } from 'react';

const AUTHORS: Readonly<Record<string, string>> = { user: 'You', assistant: 'Model', system: 'System' };

interface Props {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly isBusy: boolean;
}

/** A reply is followed while its end is at most this far below the visible part. */
const NEAR_PX = 200;

/** The messages of a chat. The newest message stays visible while it grows, unless the reader scrolls away. A screen reader reads it when it is complete. */
export const MessageList = ({ messages, isBusy }: Props) => {
  const end = useRef<HTMLLIElement>(null);
  const count = useRef(0);
  useEffect(() => {
    const isNew = count.current !== messages.length;
    count.current = messages.length;
    // A reader who has scrolled up to earlier text stays there while the reply grows.
    const { bottom = 0 } = end.current?.getBoundingClientRect() ?? {};
    // Newer browsers return a promise, which an effect must not.
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
