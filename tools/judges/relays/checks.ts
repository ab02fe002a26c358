import assert from 'node:assert/strict';
import { isPlatformError, type PlatformError } from '@platform-sdk/core';
import { fromResponse } from '@platform-sdk/core/relay';
import { createGatewayClient, type GatewayChatChunk, type GatewayChatResult } from '@platform-sdk/gateway';
import { EventSource } from 'eventsource';
import OpenAI, { APIError } from 'openai';
import type { Check } from '../check.ts';
import { MAX_EVENTS, type Gateway } from './gateway.ts';
import { KEY } from './relay.ts';

/** A relay on a real port, and the gateway behind it. */
export interface Scene {
  readonly origin: string;
  readonly gateway: Gateway;
}

const TEXT = 'Grüße 🌍';
const messages = [{ role: 'user' as const, content: 'Hello' }];

/** Waits until a condition is true, for at most 20 seconds. */
const until = async (title: string, holds: () => boolean): Promise<void> => {
  for (let turn = 0; !holds(); turn++) {
    assert.ok(turn < 2000, title);
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
};

const isClosed = ({ gateway }: Scene): Promise<void> => until('The connection to the gateway stays open', () => gateway.open() === 0);

const pageOf = ({ origin }: Scene) =>
  createGatewayClient({ baseUrl: `${origin}/relay/v1`, apiKey: 'token-of-the-page', retry: { limit: 0 } });
const openaiOf = ({ origin }: Scene) => new OpenAI({ baseURL: `${origin}/relay/v1`, apiKey: 'token-of-the-page', maxRetries: 0 });
const addressOf = ({ origin }: Scene, model: string): string => `${origin}/relay/v1/chat/completions?model=${model}`;

interface Reading {
  readonly text: string;
  readonly error?: unknown;
}

const read = async (texts: AsyncIterable<string>): Promise<Reading> => {
  let text = '';
  try {
    for await (const part of texts) text += part;
    return { text };
  } catch (error) {
    return { text, error };
  }
};

/** Yields the pieces of text that the client `openai` receives in a chat. */
async function* openaiTexts(scene: Scene, model: string): AsyncGenerator<string> {
  for await (const { choices } of await openaiOf(scene).chat.completions.create({ model, messages, stream: true }))
    yield choices[0]?.delta.content ?? '';
}

const factsOf = (error: unknown): Partial<Pick<PlatformError, 'kind' | 'outcome'>> => {
  assert.ok(isPlatformError(error), String(error));
  return { kind: error.kind, ...(error.outcome && { outcome: error.outcome }) };
};

/**
 * Returns the data of all events of an `EventSource`. The `EventSource` is closed at the end marker or a failure, because it would
 * reconnect otherwise.
 */
const eventsOf = (scene: Scene, model: string): Promise<string[]> =>
  new Promise((resolve) => {
    const source = new EventSource(addressOf(scene, model));
    const events: string[] = [];
    const close = (): void => {
      source.close();
      resolve(events);
    };
    source.addEventListener('message', ({ data }) => {
      events.push(String(data));
      if (data === '[DONE]') close();
    });
    source.addEventListener('error', (event) => {
      events.push(`error ${String((event as { readonly data?: unknown }).data)}`);
      close();
    });
  });

/** Creates a check that runs against one server, such as Next or workerd. */
type InScene = (title: string, run: (scene: Scene) => Promise<unknown>) => Check;

/** Returns the checks that run against every server. */
export const checksIn = (kindOfReset: string, inScene: InScene): Check[] => [
  inScene('our client reads a whole chat', async (scene) => {
    const stream = pageOf(scene).chatStream({ model: 'whole', messages });
    assert.deepEqual(await read(stream.text()), { text: TEXT });
    assert.equal((await stream.final()).choices[0]?.finish_reason, 'stop');
  }),
  inScene('fromResponse reads a whole chat', async (scene) => {
    const stream = fromResponse<GatewayChatChunk, GatewayChatResult>(await fetch(addressOf(scene, 'whole')));
    assert.deepEqual(await read(stream.text()), { text: TEXT });
    assert.equal((await stream.final()).choices[0]?.message.content, TEXT);
  }),
  inScene('openai reads a whole chat', async (scene) => assert.deepEqual(await read(openaiTexts(scene, 'whole')), { text: TEXT })),
  inScene('eventsource reads a whole chat, and connects once', async (scene) => {
    const before = scene.gateway.requests();
    const events = await eventsOf(scene, 'whole');
    assert.equal(events.at(-1), '[DONE]');
    assert.equal(events.length, 4);
    await isClosed(scene);
    assert.equal(scene.gateway.requests(), before + 1);
  }),
  inScene('the key stays on the server', async (scene) => {
    const response = await fetch(addressOf(scene, 'whole'));
    const seen = JSON.stringify([...response.headers]) + (await response.text());
    assert.ok(scene.gateway.received().includes(KEY) && !seen.includes(KEY));
    assert.ok(!scene.gateway.received().includes('token-of-the-page'));
  }),
  ...Object.entries({ cut: 'truncated', reset: kindOfReset, reported: 'http' }).flatMap(([model, kind]) => [
    inScene(`our clients report the failure ${model}`, async (scene) => {
      const page = await read(pageOf(scene).chatStream({ model, messages }).text());
      const other = await read(fromResponse(await fetch(addressOf(scene, model))).text());
      for (const { text, error } of [page, other]) {
        assert.equal(text, TEXT);
        assert.deepEqual(factsOf(error), { kind, outcome: 'likely-applied' });
      }
    }),
    inScene(`openai reports the failure ${model}`, async (scene) => {
      const { text, error } = await read(openaiTexts(scene, model));
      assert.equal(text, TEXT);
      assert.ok(error instanceof APIError, String(error));
      assert.equal((error.error as { readonly kind?: string }).kind, kind);
    }),
    inScene(`eventsource receives the failure ${model} as an event`, async (scene) => {
      const events = await eventsOf(scene, model);
      assert.equal(events.length, 3);
      assert.match(events[2] ?? '', new RegExp(`"kind":"${kind}"`));
    }),
  ]),
  inScene('both clients receive the status and the code of a rejected request', async (scene) => {
    for (const texts of [pageOf(scene).chatStream({ model: 'poor', messages }).text(), openaiTexts(scene, 'poor')]) {
      const { error } = await read(texts);
      assert.equal((error as PlatformError | APIError).status, 402);
      assert.equal((error as PlatformError | APIError).code, 'INSUFFICIENT_CREDITS');
    }
  }),
  inScene('the relay closes its connection to the gateway if our client leaves its loop', async (scene) => {
    for await (const _ of pageOf(scene).chatStream({ model: 'silent', messages })) break;
    await isClosed(scene);
  }),
  inScene('the relay closes its connection to the gateway if our client aborts while no events arrive', async (scene) => {
    const stop = new AbortController();
    const reading = read(pageOf(scene).chatStream({ model: 'silent', messages }, { signal: stop.signal }).text());
    await until('No request came', () => scene.gateway.open() === 1);
    setTimeout(() => stop.abort(), 100);
    assert.equal(factsOf((await reading).error).kind, 'aborted');
    await isClosed(scene);
  }),
  inScene('the relay closes its connection to the gateway if openai leaves its loop', async (scene) => {
    for await (const _ of openaiTexts(scene, 'silent')) break;
    await isClosed(scene);
  }),
  inScene('the relay closes its connection to the gateway if an eventsource is closed', async (scene) => {
    const source = new EventSource(addressOf(scene, 'silent'));
    await new Promise((resolve) => source.addEventListener('message', resolve));
    source.close();
    await isClosed(scene);
  }),
  inScene('the relay closes its connection to the gateway if a page leaves before the first event', async (scene) => {
    const stop = new AbortController();
    const reading = read(pageOf(scene).chatStream({ model: 'late', messages }, { signal: stop.signal }).text());
    await until('No request came', () => scene.gateway.open() === 1);
    stop.abort();
    await reading;
    await isClosed(scene);
  }),
  inScene('the gateway stops writing if a page does not read', async (scene) => {
    const events = pageOf(scene).chatStream({ model: 'endless', messages })[Symbol.asyncIterator]();
    await events.next();
    for (let before = -1; before !== scene.gateway.written();) {
      before = scene.gateway.written();
      await new Promise((resolve) => void setTimeout(resolve, 500));
    }
    assert.ok(scene.gateway.written() < MAX_EVENTS / 2, `The gateway wrote ${scene.gateway.written()} events of 64 KiB`);
    await events.return?.();
    await isClosed(scene);
  }),
  inScene('a page that reads slowly receives every event', async (scene) => {
    const events = pageOf(scene).chatStream({ model: 'endless', messages })[Symbol.asyncIterator]();
    for (let count = 0; count < 300; count++) {
      const { done } = await events.next();
      assert.ok(!done);
      if (count % 30 === 0) await new Promise((resolve) => void setTimeout(resolve, 20));
    }
    await events.return?.();
    await isClosed(scene);
  }),
];
