import { createPlatform } from '@platform-sdk/core';
import { UUID } from '@platform-sdk/core/internal';
import { createMemoryClient } from '@platform-sdk/memory';
import { createUploadClient } from '@platform-sdk/upload';
import { createWalletsClient } from '@platform-sdk/wallets';
import { beforeEach, expect, it, vi } from 'vitest';

const { getRandomValues } = crypto;

// Browsers lack `crypto.randomUUID` and `crypto.subtle` in pages over plain HTTP.
beforeEach(() => void vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto), randomUUID: undefined, subtle: undefined }));

const bodies: string[] = [];
const platformOf = (response: object) => {
  bodies.length = 0;
  return createPlatform({
    apiKey: 'app-1',
    accessToken: 'access-1',
    tokens: { memory: 'memory-1', upload: 'upload-1' },
    baseUrls: { organizations: 'https://control.test/v1', memory: 'https://memory.test', upload: 'https://upload.test' },
    fetch: async (input, init) => {
      bodies.push(await new Request(input, init).text());
      return Response.json(response);
    },
  });
};

it('a page without `crypto.randomUUID` pays with a generated reference', async () => {
  const wallets = createWalletsClient(platformOf({}), { reference: 'client_reference' });
  await wallets.transact({ from_wallet: 'a', to_wallet: 'b', amount: 1, source_asset: 'CREDITS' });
  await wallets.transact({ from_wallet: 'a', to_wallet: 'b', amount: 1, source_asset: 'CREDITS' });
  const references = bodies.map((body) => /"client_reference":"([^"]+)"/.exec(body)?.[1] ?? '');
  expect(references).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
  expect(new Set(references).size).toBe(2);
});

it('a page without `crypto.randomUUID` sends a message to an agent with a generated id', async () => {
  const memory = createMemoryClient(platformOf({}));
  const user_id = '6f1c2a34-0000-4000-8000-00000000000a';
  await memory.a2a.chat({ envelope: { sender_agent_key: 'agent-1' }, session_id: 's-1', message: 'Hello', user_id });
  expect(JSON.parse(bodies[0] ?? '{}')).toMatchObject({ envelope: { message_id: expect.stringMatching(UUID) as unknown } });
});

it('a page without `crypto.randomUUID` uploads a file', async () => {
  const upload = createUploadClient(platformOf({ extracted_text: 'Hello', metadata: {} }));
  const file = { name: 'hello.txt', data: new TextEncoder().encode('Hello') };
  await expect(upload.upload({ file })).resolves.toMatchObject({ extracted_text: 'Hello' });
  expect(bodies[0]).toMatch(/^------platform-sdk-[\da-f-]{36}\r\n/);
});
