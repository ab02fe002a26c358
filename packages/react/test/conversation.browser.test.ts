import { createPlatform, type Platform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient, type ConversationMessage } from '@platform-sdk/memory';
import { PlatformProvider, useClient, useConversation } from '@platform-sdk/react';
import { createElement as h, useState, type ReactNode } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { probe, show, showProbe } from './page.ts';

type Said = readonly [role: string, content: string];

const saidIn = (messages: readonly ConversationMessage[]): Said[] => messages.map(({ role, content }) => [role, content]);

const user = (content: string): Said => ['user', content];
const reply = (content: string): Said => ['assistant', `You said: ${content}`];

/** Returns a body with only the first event. The rest never arrives. */
const cutAfterOneEvent = (response: Response): Response => {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let count = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (count++ > 0) return new Promise<void>(() => undefined);
      const { value } = await reader.read();
      controller.enqueue(value as Uint8Array);
      return undefined;
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
};

/** Creates a local platform in the page, with a user of the memory service. `hold` keeps the next reply open after its first event. */
const createScene = async () => {
  const local = createLocalPlatform();
  local.seed({ memoryUsers: [{ id: 'ada00000-0000-4000-8000-000000000001', email: 'ada@example.com', token: 'mem_ada' }] });
  let isHeld = false;
  const platform: Platform = createPlatform({
    baseUrls: local.baseUrls(),
    tokens: { memory: 'mem_ada' },
    allowSecretsInBrowser: true,
    retry: { limit: 0 },
    fetch: async (input, init) => {
      const response = await local.fetch(input, init);
      if (!isHeld || init?.method !== 'POST') return response;
      isHeld = false;
      return cutAfterOneEvent(response);
    },
  });
  onTestFinished(() => platform.dispose());
  const { sessions } = createMemoryClient(platform);
  const start = async (): Promise<string> => (await sessions.create()).session_id;
  return {
    local,
    start,
    hold: () => void (isHeld = true),
    history: async (session_id: string): Promise<Said[]> => saidIn((await sessions.history({ session_id })).messages),
    chats: () => local.requestLog.filter(({ operation }) => operation === 'memory.chatStream').length,
    inPlatform: (child: ReactNode): ReactNode => h(PlatformProvider, { platform }, child),
  };
};

it('useConversation shows the history after a broken connection, a stop, a lost request, a reload and a new reply', async () => {
  const { chats, history, hold, inPlatform, local, start } = await createScene();
  const session = await start();
  const open = async () => {
    const chat = probe(() => useConversation(useClient(createMemoryClient), session));
    const page = await showProbe(chat, inPlatform);
    await expect.poll(() => chat.value().status).toBe('ready');
    return { page, value: chat.value };
  };
  const first = await open();
  const expectHistory = async (expected: readonly Said[], { value } = first): Promise<void> => {
    await expect.poll(() => saidIn(value().messages)).toEqual(expected);
    expect(await history(session)).toEqual(expected);
  };

  // A broken connection: the service has stored the turn, so a retry sends nothing.
  local.faults.add({ operation: 'memory.chatStream', failure: 'truncated-body' });
  await first.value().send('One?');
  await expect.poll(() => first.value()).toMatchObject({ status: 'failed', error: { kind: 'truncated' } });
  await first.value().retry();
  const one = [user('One?'), reply('One?')];
  await expectHistory(one);
  expect(chats()).toBe(1);

  // A stop: the service keeps the question, and the received text is not a message.
  hold();
  void first.value().send('Two?');
  await expect.poll(() => first.value().messages.at(-1)).toEqual({ role: 'assistant', content: 'You' });
  await first.value().stop();
  await expect.poll(() => first.value()).toMatchObject({ status: 'ready', partial: 'You' });
  const two = [...one, user('Two?')];
  await expectHistory(two);
  expect(chats()).toBe(2);

  // A lost request: the history lacks the turn, so a retry sends it.
  local.faults.add({ operation: 'memory.chatStream', failure: 'reset' });
  await first.value().send('Three?');
  await expect.poll(() => first.value()).toMatchObject({ status: 'failed', unsaved: 'Three?' });
  await expectHistory(two);
  await first.value().retry();
  const three = [...two, user('Three?'), reply('Three?')];
  await expectHistory(three);

  // A reload shows the same messages.
  first.page.leave();
  const second = await open();
  await expectHistory(three, second);

  // A new reply to the last question is a new turn.
  await second.value().regenerate();
  const four = [...three, user('Three?'), reply('Three?')];
  await expectHistory(four, second);

  // The service got one request for each question, and the lost request.
  expect(chats()).toBe(four.filter(([role]) => role === 'user').length + 1);
  expect([...first.page.problems, ...second.page.problems]).toEqual([]);
});

it('useConversation stops the reply and shows another history if the id of the session changes', async () => {
  const { history, hold, inPlatform, start } = await createScene();
  const [one, other] = [await start(), await start()];
  let change = (_: string): void => undefined;
  const finished: string[] = [];
  const chat = probe(() => {
    const [session, setSession] = useState(one);
    change = setSession;
    return useConversation(useClient(createMemoryClient), session, {
      onFinish: ({ content }) => finished.push(`${session}: ${content}`),
    });
  });
  await showProbe(chat, inPlatform);
  const { value } = chat;
  hold();
  void value().send('Hello?');
  await expect.poll(() => value().messages.length).toBe(2);
  change(other);
  await expect.poll(() => value()).toMatchObject({ status: 'ready', messages: [] });
  await value().send('And you?');
  await expect.poll(() => finished).toEqual([`${other}: You said: And you?`]);
  expect(await history(one)).toEqual([user('Hello?')]);
  expect(await history(other)).toEqual([user('And you?'), reply('And you?')]);
});

it('useConversation reports a failure to the callback of the latest render', async () => {
  const { inPlatform, local, start } = await createScene();
  const session = await start();
  const failures: unknown[] = [];
  const chat = probe(() => useConversation(useClient(createMemoryClient), session, { onError: (error) => failures.push(error) }));
  await showProbe(chat, inPlatform);
  const { value } = chat;
  await expect.poll(() => value().status).toBe('ready');
  local.faults.add({ operation: 'memory.chatStream', status: 502 });
  await value().send('Hello?');
  await expect.poll(() => failures).toMatchObject([{ kind: 'http', status: 502 }]);
  expect(value().error).toBe(failures[0]);
});

it('useClient returns the same client at each render', async () => {
  const { inPlatform } = await createScene();
  const seen = new Set<unknown>();
  let render = (): void => undefined;
  const client = probe(() => {
    const [, setCount] = useState(0);
    render = () => setCount((count) => count + 1);
    const { sessions } = useClient(createMemoryClient);
    seen.add(sessions);
  });
  await showProbe(client, inPlatform);
  const [before, clients] = [client.renders(), seen.size];
  render();
  await expect.poll(client.renders).toBeGreaterThan(before);
  expect(seen.size).toBe(clients);
});

it('useClient throws outside a provider', async () => {
  const page = show(h(() => (useClient(createMemoryClient), null)));
  await expect.poll(() => page.problems.join()).toContain('There is no PlatformProvider around this component');
});
