import { useCallback, type RefObject } from 'react';
import { useLatest, useTask, type Task } from './use-task.ts';

/** A message of a chat, in the format of the gateway's `chatStream`. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A reply that arrives in parts: an event stream of a client or of core's `fromResponse`. */
export interface ChatReply {
  text(): AsyncIterable<string>;
}

/** The state of a chat. */
export interface ChatState {
  readonly status: 'ready' | 'streaming' | 'failed';
  /** All messages. The last message grows while the reply arrives, and stays if the reply is stopped or breaks off. */
  readonly messages: readonly ChatMessage[];
  /** A `PlatformError` of the client, or any other value that `reply` threw; undefined unless the reply has failed. The last message contains the text that was received before. */
  readonly error?: unknown;
}

/** Settings of `useChat`. */
export interface ChatOptions {
  /** Opens the reply to these messages, such as `(messages, options) => gateway.chatStream({ model, messages }, options)`. */
  readonly reply: (messages: ChatMessage[], options: { readonly signal: AbortSignal }) => ChatReply | Promise<ChatReply>;
  /** The first messages. Only the first value for each `id` is used. Default: none. */
  readonly initialMessages?: readonly ChatMessage[];
  /** Identifies the chat. A new id stops the reply and begins a new chat with `initialMessages`. Default: one chat per component. */
  readonly id?: string;
  /** Called after each complete reply. Default: none. */
  readonly onFinish?: (reply: ChatMessage, messages: readonly ChatMessage[]) => void;
  /** Called when a reply fails, with the `error` of the state. Default: none. */
  readonly onError?: (error: unknown) => void;
}

/** The state of a chat, and its actions. */
export interface ChatControls extends ChatState {
  /** Sends a user's message and streams the reply. Stops a reply that is still arriving. Never rejects. */
  readonly send: (content: string) => Promise<void>;
  /** Stops the reply and its generation. The text received so far stays. */
  readonly stop: () => void;
  /**
   * Replaces the last reply with a new reply, also after a failure. Never rejects. Sends all messages up to the last question again. For a
   * service that stores every turn, use `useConversation` instead.
   */
  readonly regenerate: () => Promise<void>;
  /** Replaces all messages. Stops a reply that is still arriving. */
  readonly setMessages: (messages: readonly ChatMessage[]) => void;
}

type Callbacks = RefObject<Pick<ChatOptions, 'reply' | 'onFinish' | 'onError'>>;

/** Streams the reply to the messages. The last message is a user's message. */
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
      // The callback runs in a microtask, so that an error in it becomes an unhandled error of the page, as in any listener.
      if (!signal.aborted) queueMicrotask(() => latest.current.onError?.(error));
      throw error;
    }
  });
  if (whole) queueMicrotask(() => latest.current.onFinish?.(whole, [...messages, whole]));
};

/** Keeps a chat and streams its replies. Stops the reply when the component unmounts. */
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
