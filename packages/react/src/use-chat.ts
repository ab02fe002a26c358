import { useCallback } from 'react';
import { useLatest, useTask, type Task } from './use-task.ts';

/** A message of a chat, as `chatStream` of the gateway takes it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The reply as it comes: an event stream of a client, or one that `fromResponse` of core reads. */
export interface ChatReply {
  text(): AsyncIterable<string>;
}

/** The state of a chat. */
export interface ChatState {
  readonly status: 'ready' | 'streaming' | 'failed';
  /** All messages. The last one grows while the reply comes, and stays as it is when the reply is stopped or cut. */
  readonly messages: readonly ChatMessage[];
  /** A `PlatformError` of the client, or any other value that `reply` threw; undefined unless the reply has failed. The text that came before is the last message. */
  readonly error?: unknown;
}

/** Settings of `useChat`. */
export interface ChatOptions {
  /** Opens the reply to these messages, such as `(messages, options) => gateway.chatStream({ model, messages }, options)`. */
  readonly reply: (messages: ChatMessage[], options: { readonly signal: AbortSignal }) => ChatReply | Promise<ChatReply>;
  /** The messages at the beginning. Only the first value counts. Default: none. */
  readonly initialMessages?: readonly ChatMessage[];
}

/** The state of a chat, and its actions. */
export interface ChatControls extends ChatState {
  /** Sends a message of the user and streams the reply. A reply that is still coming is stopped. Never rejects. */
  readonly send: (content: string) => Promise<void>;
  /** Stops the reply, which ends its generation. The text that came stays. */
  readonly stop: () => void;
  /** Replaces the last reply by a new one; after a failure, it tries again. Never rejects. */
  readonly regenerate: () => Promise<void>;
  /** Replaces all messages. A reply that is still coming is stopped. */
  readonly setMessages: (messages: readonly ChatMessage[]) => void;
}

type Reply = ChatOptions['reply'];

/** Streams the reply to messages, which end with one of the user. */
const answer = (task: Task<ChatState>, messages: readonly ChatMessage[], reply: Reply): Promise<void> =>
  task.run({ status: 'streaming', messages, error: undefined }, async ({ signal, change }) => {
    let content = '';
    const stream = await reply([...messages], { signal });
    for await (const text of stream.text()) {
      if (signal.aborted) break;
      content += text;
      change({ messages: [...messages, { role: 'assistant', content }] });
    }
    change({ status: 'ready' });
  });

/** Keeps a chat and streams its replies. A reply is stopped when its component goes. */
export const useChat = ({ reply, initialMessages = [] }: ChatOptions): ChatControls => {
  const latest = useLatest(reply);
  const [task, state] = useTask<ChatState>(() => ({
    initial: { status: 'ready', messages: initialMessages },
    cancelled: { status: 'ready' },
    failed: (error) => ({ status: 'failed', error }),
  }));
  const send = useCallback(
    (content: string) => answer(task, [...task.get().messages, { role: 'user', content }], latest.current),
    [task, latest],
  );
  const regenerate = useCallback(async () => {
    const { messages } = task.get();
    const last = messages.findLastIndex(({ role }) => role === 'user');
    if (last >= 0) await answer(task, messages.slice(0, last + 1), latest.current);
  }, [task, latest]);
  const setMessages = useCallback(
    (messages: readonly ChatMessage[]) => {
      task.cancel();
      task.set({ status: 'ready', messages, error: undefined });
    },
    [task],
  );
  return { ...state, send, stop: task.cancel, regenerate, setMessages };
};
