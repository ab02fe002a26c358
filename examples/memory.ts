import { randomUUID } from 'node:crypto';
import { createPlatform } from '@platform-sdk/core';
import { createMemoryClient, isSessionNotFoundError, type MemoryClient } from '@platform-sdk/memory';
import { say, write, type Environment } from './environment.ts';

export const title = 'Chat with a memory';

/** Says something in a session, and prints the answer as it comes: in a terminal piece by piece, elsewhere in one line. */
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

export const run = async ({ options, email }: Environment): Promise<void> => {
  const newcomer = createMemoryClient(createPlatform(options));
  const { access_token: token } = await newcomer.users.register({ id: randomUUID(), email: email('ada'), first_name: 'Ada' });
  const memory = createMemoryClient(createPlatform({ ...options, tokens: { memory: token } }));
  say(`registered; ready: ${(await memory.ready()).ready}`);

  const first = await memory.sessions.create();
  await chat(memory, first.session_id, 'My favourite colour is blue.');
  await memory.sessions.clear({ session_id: first.session_id });
  say('the first session was cleared; a second one begins');

  const second = await memory.sessions.create();
  await chat(memory, second.session_id, 'What is my favourite colour?');
  const { results } = await memory.memories.search({ query: 'favourite colour' });
  for (const { content, similarity } of results) say(`found: ${content} (${Math.round(similarity * 100)} % alike)`);

  const { facts } = await memory.profile.extract({ text: 'My name is Ada Lovelace. I live in London.' });
  say(`facts: ${JSON.stringify(facts)}`);

  const { deleted_count } = await memory.memories.removeAll({ confirm: true });
  say(`forgotten: ${deleted_count} memory`);
  await memory
    .chatStream({ session_id: randomUUID(), message: 'Hello?' })
    .final()
    .catch((error: unknown) => {
      if (!isSessionNotFoundError(error)) throw error;
      say(`refused: ${error.message}`);
    });
};
