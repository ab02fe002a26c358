import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { openArchive } from '@platform-sdk/converter';
import { createPlatform, indexedDbTokenStore, inMemoryTokenStore, isPlatformError, webLock } from '@platform-sdk/core';
import { fileLock, fileTokenStore } from '@platform-sdk/core/node';
import { fromResponse, toReadableStream, toResponse } from '@platform-sdk/core/relay';
import { createGatewayClient, createLimiter } from '@platform-sdk/gateway';
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { createMemoryClient, createMemoryTokens } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createSettingsStore } from '@platform-sdk/settings';
import { createUploadClient } from '@platform-sdk/upload';
import { createWalletsClient } from '@platform-sdk/wallets';
import { expect, it } from 'vitest';

/** Returns a promise of a value, like a caller who forgets `await`. */
const later = (value: unknown): never => Promise.resolve(value) as never;

const sent: unknown[] = [];
const platform = createPlatform({
  apiKey: 'key',
  accessToken: 'token',
  tokens: { gateway: 'token', upload: 'token' },
  baseUrls: { auth: 'https://a.test/v1', organizations: 'https://a.test/v1', gateway: 'https://a.test/v1', upload: 'https://a.test' },
  fetch: async (url) => {
    sent.push(url);
    return Response.json({ data: [] });
  },
});
const local = createLocalPlatform();
const file = new File(['a'], 'a.txt');

const scenes: Readonly<Record<string, () => unknown>> = {
  'the response of fromResponse': () => fromResponse(later(new Response())),
  'the stream of toResponse': () => toResponse(later({})),
  'the stream of toReadableStream': () => toReadableStream(later({})),
  'the input of a list': () =>
    createWalletsClient(platform)
      .transactions(later({ addressHash: 'a' }))
      .toArray({ limit: 1 }),
  'the input of the export of a log': () => createAgentPassesClient(platform).activity.export(later({ agent_user_id: 'a' })),
  'the options of a call': () => createOrganizationsClient(platform).list({}, later({})),
  'the headers of a call': () => createOrganizationsClient(platform).list({}, { headers: later({}) }),
  'the options of a platform': () => createPlatform(later({})),
  'the session of a platform': () => createPlatform({ session: later({}) }),
  'the base URLs of a platform': () => createPlatform({ baseUrls: later({}) }),
  'the platform of a client': () => createOrganizationsClient(later(platform)),
  'a field of an input': () => createOrganizationsClient(platform).get({ organizationId: later('a') }),
  'the messages of a chat': () => createGatewayClient(platform).chat({ model: 'auto', messages: later([]) }),
  'the store of a session': () => createPlatform({ session: { store: later(inMemoryTokenStore()) } }),
  'the store of memory tokens': () => createMemoryTokens(createMemoryClient(platform), { store: later({}) }),
  'the client of memory tokens': () => createMemoryTokens(later(createMemoryClient(platform))),
  'the file of an upload': () => createUploadClient(platform).upload({ file: later(file) }),
  'the data of an upload': () => createUploadClient(platform).upload({ file: { name: 'a.txt', data: later(new Uint8Array(1)) } }),
  'the name of a store': () => indexedDbTokenStore({ name: later('a') }),
  'the name of a lock': () => webLock({ name: later('a') }),
  'the path of a store': () => fileTokenStore(later('a')),
  'the path of a lock': () => fileLock(later('a')),
  'the platform of settings': () => createSettingsStore(later(platform)),
  'the store of settings': () => createSettingsStore(platform, { store: later({}) }),
  'the key of settings': () => createSettingsStore(platform, { key: later('a') }),
  'the user of settings': () => createSettingsStore(platform, { user: later('a') }),
  'the user that a function returns to settings': () => createSettingsStore(platform, { user: () => later('a') }),
  'an archive': () => openArchive(later(new Uint8Array())),
  'a limiter': () => createGatewayClient(platform, { limiter: later(createLimiter({ tier: 'free' })) }),
  'the tier of a limiter': () => createLimiter({ tier: later('free') }),
  'the local platform that is served': () => serve(later(local)),
  'the options of a local platform': () => createLocalPlatform(later({})),
};

it('a method throws an input error before sending if a promise is passed instead of its value', async () => {
  const accepted: Record<string, unknown> = {};
  for (const [name, scene] of Object.entries(scenes)) {
    const run = async (): Promise<unknown> => scene();
    const found = await run().catch((error: unknown) => error);
    const isRight = (isPlatformError(found) || found instanceof Error) && (found as { kind?: unknown }).kind === 'invalid-input';
    if (!isRight) accepted[name] = found instanceof Error ? found.message : typeof found;
  }
  expect(accepted).toEqual({});
  expect(sent).toEqual([]);
});
