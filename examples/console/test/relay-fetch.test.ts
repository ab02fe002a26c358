import { createPlatform } from '@platform-sdk/core';
import { json, recordingFetch, sessionDocument, tokens } from '../../../packages/test-helpers/src/index.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { createRelayFetch } from '../src/platform/create-page-platform.ts';

const ADDRESS = 'https://console.test/relay/memory/v1/sessions';

/** Opens a page with a signed-in user, and records its refreshes. */
const openPage = async () => {
  const auth = recordingFetch(json(sessionDocument('second')));
  const page = createPlatform({ apiKey: 'app-1', baseUrls: { auth: 'https://auth.test/v1' }, fetch: auth.fetch });
  await page.session.set(tokens('first'));
  return { page, auth };
};

/** Replaces the `fetch` of the page. It returns 401 for every token except `accepted`. `before` runs before the first response. */
const relayFor = (accepted: string, before: () => Promise<void> = async () => undefined) => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (...[, init]: Parameters<typeof fetch>) => {
    const authorization = new Headers(init?.headers).get('authorization') ?? '';
    if (sent.push(authorization) === 1) await before();
    return new Response(null, { status: authorization === `Bearer ${accepted}` ? 200 : 401 });
  });
  return sent;
};

afterEach(() => void vi.unstubAllGlobals());

it("after a 401, the relay's fetch refreshes the token and retries the request", async () => {
  const { page, auth } = await openPage();
  const sent = relayFor(tokens('second').accessToken);
  expect((await createRelayFetch(page)(ADDRESS)).status).toBe(200);
  expect(sent).toEqual(['first', 'second'].map((name) => `Bearer ${tokens(name).accessToken}`));
  expect(auth.sent).toHaveLength(1);
});

it("after a 401, the relay's fetch does not refresh a token that was replaced before the response", async () => {
  const { page, auth } = await openPage();
  const next = { ...tokens('third'), id: tokens('first').id as string };
  const sent = relayFor(next.accessToken, () => page.session.set(next));
  expect((await createRelayFetch(page)(ADDRESS)).status).toBe(200);
  expect(sent).toHaveLength(2);
  expect(auth.sent).toEqual([]);
});

it("after a 401, the relay's fetch never retries a user's request as another user", async () => {
  const { page, auth } = await openPage();
  const other = { ...tokens('other'), id: 'user-other' };
  const sent = relayFor(other.accessToken, () => page.session.set(other));
  expect((await createRelayFetch(page)(ADDRESS)).status).toBe(401);
  expect(sent).toHaveLength(1);
  expect(auth.sent).toEqual([]);
});
