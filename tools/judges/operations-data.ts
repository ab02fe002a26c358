/** Calls every operation of the other services. */
import { randomUUID } from 'node:crypto';
import type { Stage } from './operations-control.ts';
import { clientsAt } from './clients-at.ts';

const messages = [{ role: 'user' as const, content: 'Hello there' }];

export const analytics = async ({ ada: { analytics: client } }: Stage): Promise<void> => {
  const [trace] = await client.traces.list({ limit: 2 }).toArray({ limit: 2 });
  await client.traces.get({ traceId: trace?.id ?? '' });
  await client.metrics.daily({});
};

export const memory = async (stage: Stage): Promise<void> => {
  const { local, origin, ada } = stage;
  const { access_token: token } = await ada.memory.users.register({ id: randomUUID(), email: 'memory@example.com', first_name: 'Ada' });
  const { memory: client } = clientsAt(local, origin, { tokens: { memory: token } });
  await client.health();
  await client.live();
  await client.ready();
  await client.users.me();
  await client.users.setGatewayKey({ api_key: 'sk-none-1234567' });
  await client.tokens.create({ name: 'CI' });
  const { tokens } = await client.tokens.list();
  await client.tokens.remove({ token_id: tokens.find(({ name }) => name === 'CI')?.id ?? '' });
  const { session_id } = await client.sessions.create({ metadata: { topic: 'engines' } });
  await client.chat({ session_id, message: 'My favourite colour is blue.' });
  await client.chatStream({ session_id, message: 'What is it?' }).final();
  await client.sessions.list({ limit: 5 }).toArray({ limit: 2 });
  await client.sessions.get({ session_id });
  await client.sessions.history({ session_id });
  await client.sessions.update({ session_id, title: 'Colours' });
  await client.profile.extract({ text: 'My name is Ada Lovelace. I live in London.' });
  await client.profile.get({});
  await client.profile.merge({ facts: { city: 'Paris' } });
  await client.profile.clear({});
  await client.sessions.clear({ session_id });
  await client.memories.search({ query: 'favourite colour' });
  const [found] = await client.memories.list({ limit: 5 }).toArray({ limit: 5 });
  await client.memories.duplicates({});
  await client.memories.deduplicate({});
  await client.memories.remove({ memory_id: found?.id ?? '' });
  await client.memories.removeAll({ confirm: true });
};

export const agents = async ({ local, origin, ada }: Stage): Promise<void> => {
  const user_id = randomUUID();
  const { access_token: token } = await ada.memory.users.register({ id: user_id, email: 'agent@example.com' });
  const { memory: client } = clientsAt(local, origin, { tokens: { memory: token } });
  const envelope = { sender_agent_key: 'agent-1' };
  const { session_id } = await client.a2a.createConversation({ envelope, user_id });
  await client.a2a.chat({ envelope, session_id, user_id, message: 'Hello' });
};

export const models = async ({ ada: { gateway } }: Stage): Promise<void> => {
  await gateway.chat({ model: 'auto', messages });
  await gateway.chatStream({ model: 'auto', messages }).final();
};

export const files = async ({ ada: { upload } }: Stage): Promise<void> => {
  await upload.upload({ file: new File(['Hello there. This is a note.'], 'note.txt', { type: 'text/plain' }), translate_to: 'de' });
};

export const search = async ({ ada: { search: client } }: Stage): Promise<void> => {
  for (const flow of ['agentic', 'search_only'] as const) await client.search({ query: 'Ada Lovelace', flow });
  await client.chat({ messages });
  await client.chatStream({ messages }).final();
};

export const converter = async ({ local, ada: { converter: client } }: Stage): Promise<void> => {
  const url = local.sampleSite;
  await client.health();
  await client.convert({ url }).result();
  await client.batch({ urls: [url] }).result();
  await client.crawl({ url, depth: 1, maxPages: 3 }).result();
  const archive = await client.download({ site: new URL(url).hostname });
  for await (const entry of archive.entries()) void entry;
};
