import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, request, type Platform } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createSearchClient } from '@platform-sdk/search';
import { createUploadClient } from '@platform-sdk/upload';
import { createWalletsClient } from '@platform-sdk/wallets';
import { expect, it } from 'vitest';
import { allCredentials, anywhere } from '../helpers/service-methods.ts';

const completion = {
  id: '1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
};
const chunks = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
const events = 'event: message\ndata: {"chunk":"Hi","id":"1"}\n\nevent: done\ndata: {"status":"completed"}\n\n';

const stream = (text: string): Response => new Response(text, { headers: { 'Content-Type': 'text/event-stream' } });

/** Returns the response for a path. */
const responseTo = (path: string, body: string): Response => {
  if (path.endsWith('/wallets/0xA1')) {
    const attributes = { addressHash: '0xA1', entityType: 'user', entityId: '1', purpose: 'general', currency: 'CREDITS', balance: 1 };
    return Response.json({ data: { id: 'w-1', type: 'wallet', attributes } });
  }
  if (path.endsWith('/organizations/org-1'))
    return Response.json({ data: { id: 'org-1', type: 'organization', attributes: { name: 'A' }, meta: { can: {} } } });
  if (path.endsWith('/projects')) return Response.json({ data: [] });
  if (path.endsWith('/v1/chat')) return body.includes('"stream":true') ? stream(events) : Response.json({ message_id: '1', content: 'Hi' });
  if (path.endsWith('completions')) return body.includes('"stream":true') ? stream(chunks) : Response.json(completion);
  return Response.json({});
};

const scene = (streamed?: Response): { platform: Platform; reads: string[] } => {
  const reads: string[] = [];
  const platform = createPlatform({
    ...allCredentials,
    accessToken: 'token',
    baseUrls: anywhere,
    validation: 'off',
    fetch: async (input, init) => {
      const sent = new Request(input, init);
      const { pathname } = new URL(sent.url);
      if (sent.method === 'GET') reads.push(pathname);
      const text = await sent.text();
      return pathname.endsWith('completions') && streamed ? streamed : responseTo(pathname, text);
    },
  });
  return { platform, reads };
};

const reads = {
  wallet: (platform: Platform) => createWalletsClient(platform).get({ addressHash: '0xA1' }),
  organization: (platform: Platform) => createOrganizationsClient(platform).get({ organizationId: 'org-1' }),
  projects: (platform: Platform) => createProjectsClient(platform).list({ organizationId: 'org-1' }),
} as const;

type Read = keyof typeof reads;
const messages = [{ role: 'user', content: 'Hi' }] as const;
const place = { organizationId: 'org-1', projectId: 'p-1', userId: 'u-1' };
const everything: readonly Read[] = ['wallet', 'organization', 'projects'];

/** Calls, with the cached reads that each call invalidates. All other reads stay cached. */
const writes: Readonly<Record<string, readonly [write: (platform: Platform) => unknown, outdated: readonly Read[]]>> = {
  'gateway.chat': [(platform) => createGatewayClient(platform).chat({ model: 'm', messages }), ['wallet']],
  'gateway.chatStream': [(platform) => createGatewayClient(platform).chatStream({ model: 'm', messages }).final(), ['wallet']],
  'search.search': [(platform) => createSearchClient(platform).search({ query: 'a', flow: 'agentic' }), ['wallet']],
  'search.chat': [(platform) => createSearchClient(platform).chat({ messages }), ['wallet']],
  'search.chatStream': [(platform) => createSearchClient(platform).chatStream({ messages }).final(), ['wallet']],
  'memory.chat': [(platform) => createMemoryClient(platform).chat({ session_id: '1', message: 'Hi' }), ['wallet']],
  'memory.chatStream': [(platform) => createMemoryClient(platform).chatStream({ session_id: '1', message: 'Hi' }).final(), ['wallet']],
  'memory.memories.search': [(platform) => createMemoryClient(platform).memories.search({ query: 'a' }), ['wallet']],
  'memory.sessions.create': [(platform) => createMemoryClient(platform).sessions.create({}), []],
  'upload.upload': [(platform) => createUploadClient(platform).upload({ file: new File(['a'], 'a.txt') }), ['wallet']],
  'wallets.transfers.verifySender': [
    (platform) => createWalletsClient(platform).transfers.verifySender({ transferId: '1', verification_code: '1' }),
    ['wallet'],
  ],
  'wallets.transfers.reject': [(platform) => createWalletsClient(platform).transfers.reject({ transferId: '1' }), ['wallet']],
  // The caller can remove their own membership, so that everything is invalidated.
  'projects.members.remove': [(platform) => createProjectsClient(platform).members.remove(place), everything],
  'projects.members.updateRole': [
    (platform) => createProjectsClient(platform).members.updateRole({ ...place, role: 'ADMIN' }),
    ['organization', 'projects'],
  ],
  'auth.logout': [(platform) => createAuthClient(platform).logout(), everything],
  'a raw POST': [(platform) => request(platform, { base: 'organizations', path: '/x', method: 'POST' }), everything],
  'a raw GET': [(platform) => request(platform, { base: 'organizations', path: '/x' }), []],
};

it('a call invalidates exactly the cached responses that the table of this test lists', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const [name, [write]] of Object.entries(writes)) {
    const { platform, reads: sent } = scene();
    for (const read of everything) await reads[read](platform);
    await write(platform);
    const outdated: Read[] = [];
    for (const read of everything) {
      const before = sent.length;
      await reads[read](platform);
      if (sent.length > before) outdated.push(read);
    }
    found[name] = outdated;
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(writes).map(([name, [, outdated]]) => [name, outdated])));
});

it('a billed stream invalidates the wallets when it ends, even if they were read during the stream', async () => {
  let end = (): void => undefined;
  const first = '{"choices":[{"index":0,"delta":{"content":"Hi"}}]}';
  const last = '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}';
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encode(`data: ${first}\n\n`));
      end = () => {
        controller.enqueue(encode(`data: ${last}\n\ndata: [DONE]\n\n`));
        controller.close();
      };
    },
  });
  const { platform, reads: sent } = scene(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
  for await (const { choices } of createGatewayClient(platform).chatStream({ model: 'm', messages })) {
    if (choices[0]?.finish_reason) continue;
    await reads.wallet(platform);
    end();
  }
  const before = sent.length;
  await reads.wallet(platform);
  expect(sent).toHaveLength(before + 1);
});
