import { inspect } from 'node:util';
import { createPlatform, isPlatformError, PlatformError } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { unknown, object, operation, serviceToken, streamOperation, type StreamOperation } from '@platform-sdk/core/contract';
import { eventStream, type EventStream } from '@platform-sdk/core/streams';
import { expect, it } from 'vitest';
import { drain, frame, messages, type Message } from './scripted-answer.ts';

const token = 'planted-token-&1<2>"3"/4+5=';
const traceId = '3f1d1c1e-8f2a-4b61-9d35-5f8f8a3f7f10';

/** A dialect whose failures repeat the server's text. */
const outspoken: typeof messages = {
  ...messages,
  begin(toLocalNames) {
    const reading = messages.begin(toLocalNames);
    return {
      ...reading,
      message(data, type) {
        if (type === 'error') throw new PlatformError('http', data, { code: data, body: { detail: data, at: [data] } });
        return reading.message(data, type);
      },
    };
  },
};

const watch: StreamOperation<{}, EventStream<Message, readonly string[]>> = streamOperation(
  operation({
    method: 'GET',
    path: '/watch',
    credentials: 'token',
    authenticate: serviceToken,
    input: object<{}>({}),
    output: unknown,
    retry: 'non-idempotent',
    accept: 'text/event-stream',
  }),
  (open, _, options, name) => eventStream(name, open, outspoken, options),
);

const streamOf = (text: string) => {
  const fetch = () => Promise.resolve(new Response(text, { headers: { 'Content-Type': 'text/event-stream' } }));
  const platform = createPlatform({ baseUrls: { memory: 'https://memory.test' }, tokens: { memory: token }, fetch });
  return createClient({ name: 'memory', base: 'memory' }, { watch }, platform).watch({}, { traceId });
};

/** Returns everything that an error could show. */
const printed = (error: unknown): string => {
  if (!isPlatformError(error)) throw error;
  return [error.message, error.stack, JSON.stringify(error), inspect(error, { depth: null, showHidden: true })].join('\n');
};

const shown = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];

it.each([
  ['as an error event', `${frame('one')}event: error\ndata: No ${token}.\n\n`],
  ['as an error event in JSON', `event: error\ndata: ${JSON.stringify({ key: token })}\n\n`],
  ['in an event before the stream is cut', frame('one', token)],
])('redacts a secret in the error of a stream: %s', async (_, text) => {
  const { error } = await drain(streamOf(text));
  const all = printed(error);
  for (const form of shown) expect(all).not.toContain(form);
  expect(all).toContain('[redacted]');
});

it('keeps a secret in the events, which belong to the caller', async () => {
  const { items } = await drain(streamOf(frame('one', token)));
  expect(items).toEqual([
    ['message', 'one'],
    ['message', token],
  ]);
});

it('throws truncated with the operation and the received events if a stream lacks its end marker', async () => {
  const { error } = await drain(streamOf(frame('one', 'two')));
  expect(error).toMatchObject({
    kind: 'truncated',
    operation: 'memory.watch',
    outcome: 'likely-applied',
    status: 200,
    attempts: 1,
    traceId,
    received: ['one', 'two'],
  });
});

it('keeps the members of received events whose names look like names of secrets', async () => {
  const tokens: typeof messages = {
    ...messages,
    begin: (toLocalNames) => ({
      ...messages.begin(toLocalNames),
      result: () => [{ token: 'Hel', logprob: -0.1 }] as unknown as readonly string[],
    }),
  };
  const contract = {
    watch: { ...watch, stream: ((open, _, options, name) => eventStream(name, open, tokens, options)) as typeof watch.stream },
  };
  const fetch = () => Promise.resolve(new Response(frame('one'), { headers: { 'Content-Type': 'text/event-stream' } }));
  const platform = createPlatform({ baseUrls: { memory: 'https://memory.test' }, tokens: { memory: token }, fetch });
  const { error } = await drain(createClient({ name: 'memory', base: 'memory' }, contract, platform).watch());
  expect(error).toMatchObject({ received: [{ token: 'Hel', logprob: -0.1 }] });
});
