import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLatest } from './use-task.ts';

/** The part of a conversation that the hook uses. `memory.conversation` of `@platform-sdk/memory` returns such a conversation. */
export interface ConversationStore<State extends object> {
  readonly get: () => State;
  readonly subscribe: (listener: () => void) => () => void;
  readonly load: () => Promise<void>;
  readonly send: (message: string) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly retry: () => Promise<void>;
  readonly regenerate: () => Promise<void>;
}

/** The client of a service that stores conversations, such as the client that `createMemoryClient` returns. */
export interface ConversationService<State extends object, Options> {
  conversation(input: { session_id: string }, options?: Options): ConversationStore<State>;
}

/** The callbacks of a conversation. */
export interface ConversationCallbacks {
  readonly onFinish?: (...of: never[]) => unknown;
  readonly onError?: (error: unknown) => unknown;
}

/** The state of a conversation, and its actions. */
export type ConversationControls<State extends object> = State & Omit<ConversationStore<State>, 'get' | 'subscribe'>;

/**
 * Shows a conversation of the memory service: loads its history, streams replies, and reads the history again after a stop or a failure. A
 * different `sessionId` shows that conversation. Callbacks may change with each render. Other options are read once for each conversation.
 * The reply stops when the component unmounts. Get `memory` from `useClient`, or create it outside of components, because a new client
 * loads the history again.
 */
export const useConversation = <State extends object, Options extends ConversationCallbacks>(
  memory: ConversationService<State, Options>,
  sessionId: string,
  options?: Options,
): ConversationControls<State> => {
  const latest = useLatest(options);
  const conversation = useMemo(() => {
    const { current } = latest;
    const callbacks: ConversationCallbacks = {
      onFinish: (...of) => latest.current?.onFinish?.(...of),
      onError: (error) => latest.current?.onError?.(error),
    };
    return memory.conversation({ session_id: sessionId }, { ...current, ...callbacks } as Options);
  }, [memory, sessionId, latest]);
  useEffect(() => {
    void conversation.load();
    return () => void conversation.stop();
  }, [conversation]);
  const state = useSyncExternalStore(conversation.subscribe, conversation.get, conversation.get);
  const { load, send, stop, retry, regenerate } = conversation;
  return { ...state, load, send, stop, retry, regenerate };
};
