import type { LogEvent, PlatformError, TracedAttempt, TracedCall, Tracing } from '@platform-sdk/core';
import { object, operation, streamOperation, string, unknown } from '@platform-sdk/core/contract';
import { chunksOf, download } from '@platform-sdk/core/internal';
import { completionChunks, eventStream } from '@platform-sdk/core/streams';
import { expect, it } from 'vitest';
import { benchOf, shortenWaits, signedInBench } from './fixtures.ts';
import { readNote as get } from './notes.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

const chat = streamOperation(
  operation({
    method: 'POST',
    path: '/chat',
    credentials: 'user',
    input: object<{ model: string }>({ model: string }),
    output: unknown,
    retry: 'non-idempotent',
  }),
  (open, _, options, name) => eventStream(name, open, completionChunks(), options),
);

const file = streamOperation(operation({ ...get, path: '/notes/{noteId}/file' }), async (open) =>
  download(await open(), 'file.bin', (source, options) => chunksOf(source, 'notes.file', { ...options })),
);

/** Creates hooks that record when calls and attempts begin and end. */
const noting = () => {
  const notes: string[] = [];
  const calls: TracedCall[] = [];
  const attempts: TracedAttempt[] = [];
  const noted = async <Result>(name: string, run: () => Promise<Result>, shown: (result: Result) => string): Promise<Result> => {
    notes.push(`${name} begins`);
    try {
      const result = await run();
      notes.push(`${name} ends with ${shown(result)}`);
      return result;
    } catch (error) {
      notes.push(`${name} fails with ${String((error as { kind?: string }).kind)}`);
      throw error;
    }
  };
  const tracing: Tracing = {
    call(call, run) {
      calls.push(call);
      return noted(`call ${call.id}`, run, (result) => (result === undefined ? 'nothing' : 'a result'));
    },
    attempt(attempt, run) {
      attempts.push(attempt);
      return noted(
        `attempt ${attempt.attempt} of ${attempt.callId}`,
        () => run({ traceparent: `00-${attempt.callId}` }),
        ({ status }) => String(status),
      );
    },
  };
  return { tracing, notes, calls, attempts };
};

const events = (...texts: string[]): Response =>
  new Response(texts.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });
const whole = (): Response =>
  new Response('data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n', {
    headers: { 'content-type': 'text/event-stream' },
  });

it('sends a call once if its hooks run it twice', async () => {
  const fetch = recordingFetch(json({ ok: true }), json({ ok: true }));
  const tracing: Tracing = {
    call: async (_, run) => (await run(), run()),
    attempt: async (_, run) => (await run(), run()),
  };
  const { client } = await signedInBench({ get }, fetch, { tracing });
  expect(await client.get({ noteId: '1' })).toEqual({ ok: true });
  expect(fetch.sent).toHaveLength(1);
});

const failing = (): never => {
  throw new Error('no exporter');
};
it.each<[string, Tracing]>([
  ['a call throws before it runs the call', { call: failing }],
  ['a call rejects after the call', { call: async (_, run) => (await run(), failing()) }],
  ['an attempt throws before it sends', { attempt: failing }],
  ['an attempt rejects after the response', { attempt: async (_, run) => (await run(), failing()) }],
])('sends a call once and returns its result if the hook of %s', async (_, tracing) => {
  const fetch = recordingFetch(json({ ok: true }), json({ ok: true }));
  const warnings: LogEvent[] = [];
  const { client } = await signedInBench({ get }, fetch, {
    tracing,
    logger: (event) => void (event.type === 'warning' && warnings.push(event)),
  });
  expect(await client.get({ noteId: '1' })).toEqual({ ok: true });
  expect(fetch.sent).toHaveLength(1);
  expect(warnings).toMatchObject([{ code: 'CALLBACK_FAILED' }]);
});

it('reads a stream if the hook of its call throws', async () => {
  const fetch = recordingFetch(whole());
  const { client } = await signedInBench({ chat }, fetch, { tracing: { call: failing } });
  expect(await client.chat({ model: 'm' }).final()).toMatchObject({ choices: [{ message: { content: 'Hi' } }] });
  expect(fetch.sent).toHaveLength(1);
});

it('wraps a call and its attempts, and adds headers to each attempt', async () => {
  const { tracing, notes, calls, attempts } = noting();
  const fetch = recordingFetch(json({}, 503), json({ ok: true }), json({}, 404));
  const log: LogEvent[] = [];
  const { client } = await signedInBench({ get }, fetch, { tracing, logger: (event) => void log.push(event) });
  expect(await client.get({ noteId: 'a/b' })).toEqual({ ok: true });
  await failureOf(client.get({ noteId: '2' }, { retry: false }));
  expect(notes).toEqual([
    'call 1 begins',
    'attempt 1 of 1 begins',
    'attempt 1 of 1 ends with 503',
    'attempt 2 of 1 begins',
    'attempt 2 of 1 ends with 200',
    'call 1 ends with a result',
    'call 2 begins',
    'attempt 1 of 2 begins',
    'attempt 1 of 2 ends with 404',
    'call 2 fails with http',
  ]);
  expect(calls[0]).toEqual({ id: 1, operation: 'notes.get', model: undefined });
  expect(attempts[1]).toEqual({
    callId: 1,
    operation: 'notes.get',
    method: 'GET',
    url: 'https://api.test/v1/notes/a%2Fb',
    template: '/notes/{noteId}',
    attempt: 2,
  });
  expect(fetch.sent.map(({ headers }) => headers.get('traceparent'))).toEqual(['00-1', '00-1', '00-2']);
  expect(log.flatMap((event) => (event.type === 'attempt' ? event.callId : []))).toEqual([1, 1, 2]);
});

it.each([
  ['whole', whole, 'ends with a result', undefined],
  ['cut', () => events('Hi'), 'fails with truncated', 'truncated'],
  ['rejected', () => json({}, 402), 'fails with http', 'http'],
])('wraps a stream until its end: %s', async (_, response, end, kind) => {
  const { tracing, notes, calls } = noting();
  const { client } = await signedInBench({ chat }, recordingFetch(response()), { tracing });
  const stream = client.chat({ model: 'acme/large' });
  expect(notes).toEqual([]);
  const reading = stream.final();
  expect(
    await reading.then(
      () => undefined,
      (error: unknown) => (error as PlatformError).kind,
    ),
  ).toBe(kind);
  await expect.poll(() => notes.at(-1)).toBe(`call 1 ${end}`);
  expect(calls[0]?.model).toBe('acme/large');
});

it('ends the traced call of a cancelled stream with the result undefined', async () => {
  const { tracing, notes } = noting();
  const { client } = await signedInBench({ chat }, recordingFetch(events('Hi', 'there')), { tracing });
  for await (const _ of client.chat({ model: 'acme/large' })) break;
  await expect.poll(() => notes.at(-1)).toBe('call 1 ends with nothing');
});

const wholeFile = () => new Response('abc');
const cutFile = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(3)),
      pull: (controller) => controller.error(new Error('cut')),
    }),
  );
it.each([
  ['whole', [wholeFile], 'ends with nothing', 1],
  ['cut, then whole', [cutFile, wholeFile], 'ends with nothing', 2],
  ['cut each time', [cutFile, cutFile, cutFile], 'fails with interrupted', 3],
  ['cut, then rejected', [cutFile, () => json({}, 403)], 'fails with http', 2],
])('wraps a download until its end: %s', async (_, responses, end, requests) => {
  shortenWaits();
  const { tracing, notes, attempts } = noting();
  const { client } = await signedInBench({ file }, recordingFetch(...responses.map((respond) => respond())), { tracing });
  const found = await client.file({ noteId: 'n-1' });
  expect(notes.at(-1)).toBe('attempt 1 of 1 ends with 200');
  await found.blob().catch(() => undefined);
  await expect.poll(() => notes.at(-1)).toBe(`call 1 ${end}`);
  expect(notes.filter((note) => note.startsWith('call'))).toHaveLength(2);
  expect(attempts.map(({ callId, attempt }) => [callId, attempt])).toEqual(
    [
      [1, 1],
      [1, 2],
      [1, 3],
    ].slice(0, requests),
  );
});

it('ends the traced call of a cancelled download with the result undefined', async () => {
  const { tracing, notes } = noting();
  const { client } = await signedInBench({ file }, recordingFetch(wholeFile()), { tracing });
  await (await client.file({ noteId: 'n-1' })).stream().cancel();
  await expect.poll(() => notes.at(-1)).toBe('call 1 ends with nothing');
});

it('rejects a hook that is not a function', () => {
  expect(() => benchOf({ get }, recordingFetch(), { tracing: { call: 'yes' as never } })).toThrow('tracing.call must be a function');
});
