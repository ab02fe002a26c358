import { getEventListeners } from 'node:events';
import type { PlatformError } from '@platform-sdk/core';
import { longCount } from '@platform-sdk/test-helpers';
import { beforeEach, expect, it } from 'vitest';
import { clientsAt, delta, DONE, gatewayChat } from './chats.ts';
import { answer, byPath, inTurn, json, reset, type Reaction } from './fault-server.ts';
import {
  failureOf,
  organizationDocument,
  organizationsDocument,
  secondTokens,
  sessionDocument,
  signedIn,
  takeTimers,
  type Limits,
  startSignedIn,
} from './signed-in-clients.ts';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;
const whole = json(200, organizationsDocument);

let limits: Limits;

beforeEach(() => void (limits = takeTimers()));

it.each<readonly [string, Reaction, boolean]>([
  ['succeeds', whole, true],
  ['succeeds in the second attempt', inTurn(reset, whole), true],
  [
    'succeeds after a refresh',
    byPath({ '/v1/organizations': inTurn(json(401, {}), whole), '/v1/oauth/token/refresh': json(200, sessionDocument(secondTokens)) }),
    true,
  ],
  ['follows a redirect', inTurn(answer(302, '', { Location: '/v1/organizations' }), whole), true],
  ['gets a 403', json(403, {}), false],
  ['gets an HTML response', answer(200, '<html></html>'), false],
  ['is redirected to another origin', answer(302, '', { Location: 'https://elsewhere.example/' }), false],
  ['is reset three times', reset, false],
  ['times out three times', () => limits.expire(), false],
  [
    'waits for a refresh that times out',
    byPath({ '/v1/organizations': json(401, {}), '/v1/oauth/token/refresh': () => limits.expire() }),
    false,
  ],
])('a signal keeps no listener after a call that %s', async (_, reaction, succeeds) => {
  const { organizations } = await startSignedIn(reaction);
  const { signal } = new AbortController();
  const call = organizations.list({}, { signal });
  await (succeeds ? call : failureOf(call));
  expect(listeners(signal)).toBe(0);
});

const BATCHES = longCount(50, 1000);

it(`a signal keeps no listener after ${BATCHES * 100} calls with ${BATCHES * 5} requests`, async () => {
  const body = JSON.stringify(organizationDocument);
  let sent = 0;
  const send = (): Promise<Response> => (sent++, Promise.resolve(new Response(body)));
  const { organizations } = await signedIn('http://127.0.0.1:1', { fetch: send });
  const { signal } = new AbortController();
  for (let batch = 0; batch < BATCHES; batch++) {
    const calls = Array.from({ length: 100 }, (__, call) =>
      organizations.get({ organizationId: 'org-1', forceRefresh: call < 5 }, { signal }),
    );
    await Promise.all(calls);
  }
  expect(listeners(signal)).toBe(0);
  expect(sent).toBeGreaterThanOrEqual(BATCHES * 5);
}, 30_000);

const STREAMS = longCount(1500, 100_000);

it(`a signal keeps no listener after ${STREAMS} chat streams that were read, abandoned or failed`, async () => {
  const bodies = [delta('one') + DONE, delta('one') + delta('two'), 'data: {'];
  let sent = 0;
  const fetch = (): Promise<Response> =>
    Promise.resolve(new Response(bodies[sent++ % bodies.length] ?? '', { headers: { 'Content-Type': 'text/event-stream' } }));
  const clients = clientsAt('http://127.0.0.1:1', { fetch });
  const { signal } = new AbortController();
  const endings: Record<string, number> = {};
  const read = async (): Promise<void> => {
    let ending = 'complete';
    try {
      for await (const event of gatewayChat.stream(clients, { signal })) if (gatewayChat.textOf(event) === 'two') break;
    } catch (error) {
      ending = (error as PlatformError).kind;
    }
    endings[ending] = (endings[ending] ?? 0) + 1;
  };
  for (let batch = 0; batch < STREAMS / 100; batch++) await Promise.all(Array.from({ length: 100 }, read));
  expect(listeners(signal)).toBe(0);
  expect({ sent, endings }).toEqual({
    sent: STREAMS,
    endings: { complete: Math.ceil((2 * STREAMS) / 3), truncated: Math.floor(STREAMS / 3) },
  });
}, 120_000);
