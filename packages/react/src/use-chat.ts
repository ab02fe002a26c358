import { useCallback, type RefObject } from 'react';
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
  /** The messages at the beginning. Only the first value counts, for each `id`. Default: none. */
  readonly initialMessages?: readonly ChatMessage[];
  /** Names the chat. Another id stops the reply and begins another chat with `initialMessages`. Default: one chat for the component. */
  readonly id?: string;
  /** Called after each complete reply. Default: none. */
  readonly onFinish?: (reply: ChatMessage, messages: readonly ChatMessage[]) => void;
  /** Called when a reply fails, with the `error` of the state. Default: none. */
  readonly onError?: (error: unknown) => void;
}

/** The state of a chat, and its actions. */
export interface ChatControls extends ChatState {
  /** Sends a message of the user and streams the reply. A reply that is still coming is stopped. Never rejects. */
  readonly send: (content: string) => Promise<void>;
  /** Stops the reply, which ends its generation. The text that came stays. */
  readonly stop: () => void;
  /**
   * Replaces the last reply by a new one; after a failure, it tries again. Never rejects. It sends the messages again, so it does not fit a
   * service that stores every turn: use `useConversation` there.
   */
  readonly regenerate: () => Promise<void>;
  /** Replaces all messages. A reply that is still coming is stopped. */
  readonly setMessages: (messages: readonly ChatMessage[]) => void;
}

type Callbacks = RefObject<Pick<ChatOptions, 'reply' | 'onFinish' | 'onError'>>;

/** Streams the reply to messages, which end with one of the user. */
const answer = async (task: Task<ChatState>, messages: readonly ChatMessage[], latest: Callbacks): Promise<void> => {
  const whole = await task.run({ status: 'streaming', messages, error: undefined }, async ({ signal, change }) => {
    try {
      let content = '';
      const stream = await latest.current.reply([...messages], { signal });
      for await (const text of stream.text()) {
        if (signal.aborted) break;
        content += text;
        change({ messages: [...messages, { role: 'assistant', content }] });
      }
      change({ status: 'ready' });
      return { role: 'assistant', content } as const;
    } catch (error) {
      // A callback that throws is an error of the page, as in every listener.
      if (!signal.aborted) queueMicrotask(() => latest.current.onError?.(error));
      throw error;
    }
  });
  if (whole) queueMicrotask(() => latest.current.onFinish?.(whole, [...messages, whole]));
};

/** Keeps a chat and streams its replies. A reply is stopped when its component goes. */
export const useChat = ({ reply, initialMessages = [], id, onFinish, onError }: ChatOptions): ChatControls => {
  const latest = useLatest({ reply, ...(onFinish && { onFinish }), ...(onError && { onError }) });
  const [task, state] = useTask<ChatState>(
    () => ({
      initial: { status: 'ready', messages: initialMessages },
      cancelled: { status: 'ready' },
      failed: (error) => ({ status: 'failed', error }),
    }),
    id,
  );
  const send = useCallback((content: string) => answer(task, [...task.get().messages, { role: 'user', content }], latest), [task, latest]);
  const regenerate = useCallback(async () => {
    const { messages } = task.get();
    const last = messages.findLastIndex(({ role }) => role === 'user');
    if (last >= 0) await answer(task, messages.slice(0, last + 1), latest);
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
