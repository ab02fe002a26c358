import { anyObject, callable, object, optional, orFalsy } from '@platform-sdk/core/contract';
import { isPlatformError, notify } from '@platform-sdk/core/internal';
import type { Client, StreamOptions } from '@platform-sdk/core';
import type { EventStream } from '@platform-sdk/core/streams';
import type * as contract from './contract/index.ts';
import type {
  MemoryChatConfig,
  MemoryChatEvent,
  MemoryChatStreamInput,
  MemoryChatStreamResult,
  MemoryConversationInput,
  MemoryMessage,
} from './types.ts';

/** A message of a conversation. */
export interface ConversationMessage extends Omit<MemoryMessage, 'id'> {
  /** The message's id. Undefined until the service sends it. The id of a user's message is undefined until the history is read again. */
  readonly id?: string;
}

/** The state of a conversation, for display. */
export interface ConversationState {
  /**
   * `loading`: the history is being read, or was never read.
   *
   * `ready`: the conversation waits for the next message.
   *
   * `streaming`: a reply is arriving.
   *
   * `checking`: the history is being read again, after a reply that stopped or failed.
   *
   * `failed`: `error` contains the reason.
   */
  readonly status: 'loading' | 'ready' | 'streaming' | 'checking' | 'failed';
  /** The messages of the history, oldest first. While a reply arrives or is checked, the question and the received part of this reply come last. */
  readonly messages: readonly ConversationMessage[];
  /** A message of `send` that the history may lack. `retry` sends it. Undefined while a reply arrives, and if no message is missing. */
  readonly unsaved?: string;
  /**
   * The received part of a reply that stopped or failed. Undefined if the history contains a reply to the message, and after the page was
   * reloaded.
   */
  readonly partial?: string;
  /** The failure, usually a `PlatformError`. Set if the status is `failed`. */
  readonly error?: unknown;
}

/** Options of a conversation. */
export interface ConversationOptions {
  /** Options of every reply. Default: chosen by the service. */
  readonly config?: MemoryChatConfig;
  /** Called after each complete reply. Default: none. */
  readonly onFinish?: (reply: ConversationMessage, messages: readonly ConversationMessage[]) => void;
  /** Called when the status becomes `failed`. Default: none. */
  readonly onError?: (error: unknown) => void;
}

export const conversationOptions = object<ConversationOptions>({
  config: optional(anyObject<MemoryChatConfig>()),
  onFinish: orFalsy(callable()),
  onError: orFalsy(callable()),
});

/** A store for any framework with the state of a conversation and its actions. The actions never reject. */
export interface Conversation {
  readonly get: () => ConversationState;
  /** Calls `listener` after each change of the state. If several parts of a reply arrive together, `listener` is called once. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the history again. */
  readonly load: () => Promise<void>;
  /** Sends a message and streams the reply. First stops a reply that is still arriving. The message replaces an `unsaved` message. */
  readonly send: (message: string) => Promise<void>;
  /** Stops the reply and its generation, and reads the history. The service stores the message, and may bill the generated part of the reply. */
  readonly stop: () => Promise<void>;
  /** Sends the `unsaved` message, unless the history now contains it. Does nothing if `unsaved` is undefined. */
  readonly retry: () => Promise<void>;
  /**
   * Sends the last question again. The service can neither replace nor delete a reply. The question and the new reply therefore follow
   * the old turn in the history, and are billed. If the question is `unsaved`, this action is the same as `retry`. Sends nothing if the
   * history now contains a reply that was missing before.
   */
  readonly regenerate: () => Promise<void>;
}

/** A message that the history may lack. */
interface OpenTurn {
  readonly message: string;
  /** The ids that the history contained before the message was sent. Undefined if the message was never sent. */
  readonly known?: ReadonlySet<string>;
}

/** The part of the memory client that a conversation uses. */
interface Service {
  readonly chatStream: (input: MemoryChatStreamInput, options?: StreamOptions) => EventStream<MemoryChatEvent, MemoryChatStreamResult>;
  readonly sessions: Pick<Client<typeof contract.sessions>, 'history'>;
}

const isQuestion = (message: ConversationMessage | undefined): boolean => message?.role === 'user';

const idsOf = (messages: readonly ConversationMessage[]): Set<string> => new Set(messages.flatMap(({ id }) => id ?? []));

/** Returns true if the history contains the message. Ignores messages that the history contained before the message was sent. */
const contains = (history: readonly ConversationMessage[], { message, known }: OpenTurn): boolean => {
  if (!known) return false;
  const added = history.slice(history.findLastIndex(({ id = '' }) => known.has(id)) + 1);
  return added.some((each) => isQuestion(each) && each.content.trim() === message.trim());
};

/** Creates the store of a conversation. The store reads and sends nothing until an action is called. */
export const createConversation = (
  { chatStream, sessions }: Service,
  { session_id }: MemoryConversationInput,
  { config, onFinish, onError }: ConversationOptions,
  warn: (message: string) => void,
): Conversation => {
  const listeners = new Set<() => void>();
  let state: ConversationState = { status: 'loading', messages: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The last known history. */
  let stored: readonly ConversationMessage[] = [];
  /** False before the first read, and while the service may still add to the last turn. */
  let isCurrent = false;
  let unsaved: OpenTurn | undefined;
  let stopper = new AbortController();
  let last: Promise<void> = Promise.resolve();

  const call = (name: string, callback: () => unknown): void => notify(callback, () => warn(`${name} of a conversation failed.`));
  const render = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const listener of listeners) call('A listener', listener);
  };
  const set = (next: ConversationState): void => {
    state = next;
    render();
  };

  /** Shows the history, the unsaved message and the partial reply. */
  const show = (partial: string | undefined, error?: unknown): void => {
    const isAnswered = !unsaved && !isQuestion(stored.at(-1));
    set({
      status: error === undefined ? 'ready' : 'failed',
      messages: stored,
      ...(unsaved && { unsaved: unsaved.message }),
      ...(partial && !isAnswered && { partial }),
      ...(error !== undefined && { error }),
    });
    if (error !== undefined && onError) call('The onError', () => onError(error));
  };

  /** Reads the history. Afterwards `unsaved` is undefined if the history contains its message. */
  const read = async (): Promise<void> => {
    ({ messages: stored } = await sessions.history({ session_id }));
    if (unsaved && contains(stored, unsaved)) unsaved = undefined;
    // The service may still add a reply to an unanswered message.
    isCurrent = !unsaved && !isQuestion(stored.at(-1));
  };

  /** Reads the history and shows it. Returns false after a failure. */
  const refresh = async (): Promise<boolean> => {
    const { error: _, ...before } = state;
    set({ ...before, status: 'loading' });
    try {
      await read();
    } catch (error) {
      show(before.partial, error);
      return false;
    }
    show(before.partial);
    return true;
  };

  /** Shows the result of a turn that stopped or failed. First reads the history, unless the message was not sent or was rejected. */
  const settle = async (turn: OpenTurn, partial: string, isStopped: boolean, error: unknown): Promise<void> => {
    unsaved = turn;
    isCurrent = false;
    let problem = isStopped ? undefined : error;
    if (!isPlatformError(error) || (error.outcome !== 'not-sent' && error.outcome !== 'rejected')) {
      set({ ...state, status: 'checking' });
      await read().catch((reason: unknown) => (problem ??= reason));
    }
    show(partial, problem);
  };

  /** Sends a message and streams the reply. */
  const take = async (message: string, signal: AbortSignal): Promise<void> => {
    const turn = { message, known: idsOf(stored) };
    const question = { role: 'user', content: message };
    let partial = '';
    unsaved = undefined;
    set({ status: 'streaming', messages: [...stored, question] });
    try {
      const stream = chatStream({ session_id, message, ...(config && { config }) }, { signal });
      for await (const text of stream.text()) {
        partial += text;
        state = { status: 'streaming', messages: [...stored, question, { role: 'assistant', content: partial }] };
        timer ??= setTimeout(render);
      }
      const { message_id: id, content } = await stream.final();
      const reply = { ...(id && { id }), role: 'assistant', content };
      stored = [...stored, question, reply];
      show(undefined);
      if (onFinish) call('The onFinish', () => onFinish(reply, stored));
    } catch (error) {
      await settle(turn, partial, signal.aborted, error);
    }
  };

  /** Sends the unsaved message, unless the history now contains it. */
  const retry = async (signal: AbortSignal): Promise<void> => {
    const isRead = unsaved && (await refresh());
    if (isRead && unsaved) await take(unsaved.message, signal);
  };

  /** Stops a running reply, and runs the action after the previous actions, so that the history is read before the next message. */
  const start = (action: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    stopper.abort();
    const { signal } = (stopper = new AbortController());
    return (last = last.then(() => action(signal)).then(() => undefined));
  };

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load: () => (last = last.then(refresh).then(() => undefined)),
    send: (message) =>
      start(async (signal) => {
        if (isCurrent || (await refresh())) return take(message, signal);
        unsaved = { message };
        return set({ ...state, unsaved: message });
      }),
    stop() {
      stopper.abort();
      return last;
    },
    retry: () => start(retry),
    regenerate: () =>
      start(async (signal) => {
        if (unsaved) return retry(signal);
        const isWaiting = isQuestion(stored.at(-1));
        if (!isCurrent && !(await refresh())) return undefined;
        const question = stored.findLast(isQuestion);
        const hasCome = isWaiting && !isQuestion(stored.at(-1));
        return question && !hasCome ? take(question.content, signal) : undefined;
      }),
  };
};
