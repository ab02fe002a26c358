import { createLocalPlatform, type Fault } from '@platform-sdk/local-platform';
import { createMemoryClient, type ConversationOptions, type ConversationState } from '@platform-sdk/memory';
import { expect, it } from 'vitest';

type Said = readonly [role: string, content: string];

const saidIn = (messages: readonly { readonly role: string; readonly content: string }[]): Said[] =>
  messages.map(({ role, content }) => [role, content]);

const user = (content: string): Said => ['user', content];
const reply = (content: string): Said => ['assistant', `You said: ${content}`];

/** Passes on the first event of a streamed body, then waits until it is cancelled. Calls `begun` after this event. */
const heldAfterOneEvent = (response: Response, begun: () => void): Response => {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let count = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (count++ > 0) return new Promise<void>(() => undefined);
      const { value } = await reader.read();
      controller.enqueue(value as Uint8Array);
      begun();
      return undefined;
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
};

/** Creates a conversation at a local platform. */
const createScene = async (options: ConversationOptions = {}) => {
  const local = createLocalPlatform();
  local.seed({ memoryUsers: [{ id: 'ada00000-0000-4000-8000-000000000001', email: 'ada@example.com', token: 'mem_ada' }] });
  const warnings: string[] = [];
  let hold: (() => void) | undefined;
  const memory = createMemoryClient({
    baseUrl: local.baseUrls().memory,
    token: 'mem_ada',
    retry: { limit: 0 },
    logger: (event) => event.type === 'warning' && warnings.push(event.message),
    fetch: async (input, init) => {
      const response = await local.fetch(input, init);
      const begun = hold;
      if (!begun || init?.method !== 'POST') return response;
      hold = undefined;
      return heldAfterOneEvent(response, begun);
    },
  });
  const { session_id } = await memory.sessions.create();
  const conversation = memory.conversation({ session_id }, options);
  await conversation.load();
  const history = async (): Promise<Said[]> => saidIn((await memory.sessions.history({ session_id })).messages);
  return {
    local,
    warnings,
    memory,
    session_id,
    conversation,
    history,
    state: conversation.get,
    fault: (fault: Omit<Fault, 'operation'>, operation = 'memory.chatStream') => local.faults.add({ operation, ...fault }),
    chats: () => local.requestLog.filter(({ operation }) => operation === 'memory.chatStream').length,
    /** Sends a message whose reply stays open after its first event, and resolves then. */
    begin: async (message: string): Promise<void> => {
      const begun = new Promise<void>((resolve) => (hold = resolve));
      void conversation.send(message);
      await begun;
      await expect.poll(() => conversation.get().messages.at(-1)?.role).toBe('assistant');
    },
    /** Checks that the displayed messages and the history are both equal to `expected`. */
    expectSame: async (expected: readonly Said[]): Promise<void> => {
      expect(saidIn(conversation.get().messages)).toEqual(expected);
      expect(await history()).toEqual(expected);
    },
  };
};

const stateOf = ({ messages: _, ...rest }: ConversationState): Omit<ConversationState, 'messages'> => rest;

it('a conversation streams replies, and adds them to its history without a read', async () => {
  const finished: unknown[] = [];
  const { conversation, expectSame, local, state } = await createScene({ onFinish: (message) => finished.push(message.content) });
  await conversation.send('Hello?');
  await conversation.send('And now?');
  expect(local.requestLog.filter(({ operation }) => operation === 'memory.sessions.history')).toHaveLength(1);
  expect(stateOf(state())).toEqual({ status: 'ready' });
  expect(finished).toEqual(['You said: Hello?', 'You said: And now?']);
  await expectSame([user('Hello?'), reply('Hello?'), user('And now?'), reply('And now?')]);
});

it('a conversation loads the history that an earlier page created', async () => {
  const { conversation, memory, session_id, state } = await createScene();
  await conversation.send('Hello?');
  const later = memory.conversation({ session_id });
  expect(later.get()).toEqual({ status: 'loading', messages: [] });
  await later.load();
  expect(saidIn(later.get().messages)).toEqual(saidIn(state().messages));
});

it('a stopped conversation shows the stored history, and the received text in `partial`', async () => {
  const { begin, chats, conversation, expectSame, state } = await createScene();
  await begin('Hello?');
  expect(state()).toMatchObject({ status: 'streaming', messages: [{ content: 'Hello?' }, { content: 'You' }] });
  await conversation.stop();
  expect(stateOf(state())).toEqual({ status: 'ready', partial: 'You' });
  expect(chats()).toBe(1);
  await expectSame([user('Hello?')]);
});

it.each(['truncated-body', 'reset-body'] as const)(
  'a conversation shows the stored reply after %s, and a retry sends nothing',
  async (failure) => {
    const failed: unknown[] = [];
    const { chats, conversation, expectSame, fault, state } = await createScene({ onError: (error) => failed.push(error) });
    fault({ failure });
    await conversation.send('Hello?');
    expect(stateOf(state())).toMatchObject({ status: 'failed', error: { outcome: 'likely-applied' } });
    expect(failed).toEqual([state().error]);
    await conversation.retry();
    expect(chats()).toBe(1);
    await expectSame([user('Hello?'), reply('Hello?')]);
  },
);

it('a retry sends an unsaved message if the history lacks it', async () => {
  const { chats, conversation, expectSame, fault, state } = await createScene();
  fault({ failure: 'reset' });
  await conversation.send('Hello?');
  expect(stateOf(state())).toMatchObject({ status: 'failed', unsaved: 'Hello?', error: { kind: 'network' } });
  await expectSame([]);
  await conversation.retry();
  expect(stateOf(state())).toEqual({ status: 'ready' });
  expect(chats()).toBe(2);
  await expectSame([user('Hello?'), reply('Hello?')]);
});

it('a conversation does not repeat a message whose response was lost', async () => {
  const { chats, conversation, expectSame, fault, state } = await createScene();
  fault({ failure: 'reset', applied: true });
  await conversation.send('Hello?');
  expect(stateOf(state())).toMatchObject({ status: 'failed', error: { kind: 'network', outcome: 'unknown' } });
  expect(state().unsaved).toBe(undefined);
  await conversation.retry();
  expect(chats()).toBe(1);
  await expectSame([user('Hello?')]);
});

it('a conversation reads the history before a retry if it could not be read after the failure', async () => {
  const { chats, conversation, expectSame, fault, state } = await createScene();
  fault({ failure: 'reset', applied: true });
  fault({ failure: 'reset' }, 'memory.sessions.history');
  await conversation.send('Hello?');
  expect(stateOf(state())).toMatchObject({ status: 'failed', unsaved: 'Hello?' });
  await conversation.retry();
  expect(stateOf(state())).toEqual({ status: 'ready' });
  expect(chats()).toBe(1);
  await expectSame([user('Hello?')]);
});

it('a conversation sends an unsaved question again, even if the history contains an older, equal question', async () => {
  const { chats, conversation, expectSame, fault, state } = await createScene();
  await conversation.send('Hello?');
  fault({ failure: 'reset' });
  await conversation.send('Hello?');
  expect(state().unsaved).toBe('Hello?');
  await conversation.retry();
  expect(chats()).toBe(3);
  await expectSame([user('Hello?'), reply('Hello?'), user('Hello?'), reply('Hello?')]);
});

it('a conversation keeps a rejected message without reading the history', async () => {
  const { conversation, local, state } = await createScene();
  const message = 'x'.repeat(40_000);
  await conversation.send(message);
  expect(stateOf(state())).toMatchObject({ status: 'failed', unsaved: message, error: { code: 'TOKEN_BUDGET_EXCEEDED' } });
  expect(local.requestLog.filter(({ operation }) => operation === 'memory.sessions.history')).toHaveLength(1);
});

it('a conversation regenerates a reply as a new turn, and shows it', async () => {
  const { chats, conversation, expectSame } = await createScene();
  await conversation.send('Hello?');
  await conversation.regenerate();
  expect(chats()).toBe(2);
  await expectSame([user('Hello?'), reply('Hello?'), user('Hello?'), reply('Hello?')]);
});

it('a conversation shows a missing reply that has arrived, and does not regenerate it', async () => {
  const { begin, chats, conversation, expectSame, memory, session_id } = await createScene();
  await begin('Hello?');
  await conversation.stop();
  // A service may complete a reply after the reader has disconnected. Here, another page adds the reply.
  await memory.chat({ session_id, message: 'And now?' });
  await conversation.regenerate();
  expect(chats()).toBe(1);
  await expectSame([user('Hello?'), user('And now?'), reply('And now?')]);
});

it('a conversation regenerates an unsaved question once', async () => {
  const { chats, conversation, expectSame, fault } = await createScene();
  fault({ failure: 'reset' });
  await conversation.send('Hello?');
  await conversation.regenerate();
  expect(chats()).toBe(2);
  await expectSame([user('Hello?'), reply('Hello?')]);
});

it('a new message stops the reply that is still arriving, and shows the stored history', async () => {
  const { begin, chats, conversation, expectSame } = await createScene();
  await begin('Hello?');
  await conversation.send('And now?');
  expect(chats()).toBe(2);
  await expectSame([user('Hello?'), user('And now?'), reply('And now?')]);
});

it('a conversation does not send a message until the history could be read', async () => {
  const { chats, fault, memory, session_id, history } = await createScene();
  const conversation = memory.conversation({ session_id });
  fault({ status: 503 }, 'memory.sessions.history');
  await conversation.send('Hello?');
  expect(stateOf(conversation.get())).toMatchObject({ status: 'failed', unsaved: 'Hello?', error: { status: 503 } });
  expect(chats()).toBe(0);
  await conversation.retry();
  expect(await history()).toEqual([user('Hello?'), reply('Hello?')]);
});

it('a message that is stopped before its turn is not sent', async () => {
  const { begin, chats, conversation, expectSame, state } = await createScene();
  await begin('Hello?');
  void conversation.send('And now?');
  await conversation.stop();
  expect(state().unsaved).toBe('And now?');
  expect(chats()).toBe(1);
  await expectSame([user('Hello?')]);
});

it('retry, regenerate and stop send nothing if the history contains no question', async () => {
  const { chats, conversation, expectSame } = await createScene();
  await conversation.retry();
  await conversation.regenerate();
  await conversation.stop();
  expect(chats()).toBe(0);
  await expectSame([]);
});

it('a conversation logs a callback that throws, and continues', async () => {
  const broken = (): never => {
    throw new Error('planted');
  };
  const { conversation, expectSame, warnings } = await createScene({ onFinish: broken });
  const unsubscribe = conversation.subscribe(broken);
  await conversation.send('Hello?');
  unsubscribe();
  expect(new Set(warnings)).toEqual(new Set(['The onFinish of a conversation failed.', 'A listener of a conversation failed.']));
  await expectSame([user('Hello?'), reply('Hello?')]);
});

it('memory.conversation rejects an unknown option, and a missing id', async () => {
  const { memory } = await createScene();
  expect(() => memory.conversation({ session_id: 's' }, { onFinnish: () => undefined } as ConversationOptions)).toThrow(/onFinnish/);
  expect(() => memory.conversation({} as { session_id: string })).toThrow(/session_id/);
});
