import { randomUUID } from 'node:crypto';
import { createPlatform } from '@platform-sdk/core';
import { createMemoryClient, isSessionNotFoundError, type MemoryClient } from '@platform-sdk/memory';
import type { Environment } from './environment.ts';
import { say, write } from './printing.ts';
import { skip } from './skip.ts';

export const title = 'Chat with a memory';

/** Sends a message in a session and prints the reply. A terminal shows the reply as it arrives. */
const chat = async (memory: MemoryClient, session_id: string, message: string): Promise<void> => {
  say(`you:     ${message}`);
  const { isTTY } = process.stdout;
  let answer = '';
  if (isTTY) process.stdout.write('  service: ');
  for await (const piece of memory.chatStream({ session_id, message }).text()) {
    answer += piece;
    if (isTTY) write(piece);
  }
  if (isTTY) process.stdout.write('\n');
  else say(`service: ${answer}`);
};

/** Lists the latest sessions and memories, and counts the facts in the profile of the user. */
export const read = async ({ options }: Environment): Promise<void> => {
  if (!options.tokens?.memory) skip('it needs a token of the memory service: set PLATFORM_MEMORY_TOKEN');
  const memory = createMemoryClient(createPlatform(options));
  say(`ready: ${(await memory.ready()).ready}`);
  const sessions = await memory.sessions.list().toArray({ limit: 5 });
  const memories = await memory.memories.list().toArray({ limit: 5 });
  say(`the latest ${sessions.length} sessions and ${memories.length} memories were listed`);
  const [first] = sessions;
  if (first) say(`the first session has ${(await memory.sessions.history({ session_id: first.session_id })).messages.length} messages`);
  say(`profile: ${Object.keys((await memory.profile.get()).facts).length} facts`);
};

export const run = async ({ options, cleanUp }: Environment): Promise<void> => {
  if (!options.tokens?.memory) skip('it needs a token of the memory service: set PLATFORM_MEMORY_TOKEN');
  const memory = createMemoryClient(createPlatform(options));
  // The example uses a separate application id, so that it does not change the user's other memories.
  const app_id = `sdk-example-${randomUUID().slice(0, 8)}`;
  cleanUp('the memories', () => memory.memories.removeAll({ app_id, confirm: true }));
  const start = async () => {
    const session = await memory.sessions.create({ app_id });
    cleanUp('a session', () =>
      memory.sessions.clear({ session_id: session.session_id }).catch((error: unknown) => {
        if (!isSessionNotFoundError(error)) throw error;
      }),
    );
    return session;
  };
  say(`ready: ${(await memory.ready()).ready}`);

  const first = await start();
  await chat(memory, first.session_id, 'My favourite colour is blue.');
  await memory.sessions.clear({ session_id: first.session_id });
  say('the first session was cleared; a second one begins');

  const second = await start();
  await chat(memory, second.session_id, 'What is my favourite colour?');
  const { results } = await memory.memories.search({ query: 'favourite colour', app_id });
  for (const { content, similarity } of results) say(`found: ${content} (${Math.round(similarity * 100)} % alike)`);

  cleanUp('the profile', () => memory.profile.clear({ app_id }));
  const { facts } = await memory.profile.extract({ app_id, text: 'My name is Ada Lovelace. I live in London.' });
  say(`facts: ${JSON.stringify(facts)}`);

  const { deleted_count } = await memory.memories.removeAll({ app_id, confirm: true });
  say(`forgotten: ${deleted_count} memory`);
  await memory
    .chatStream({ session_id: randomUUID(), message: 'Hello?' })
    .final()
    .catch((error: unknown) => {
      if (!isSessionNotFoundError(error)) throw error;
      say(`rejected: ${error.detail ?? 'the session does not exist'}`);
    });
};
