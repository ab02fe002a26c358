import { createGatewayClient } from '@platform-sdk/gateway';
import { createSearchClient } from '@platform-sdk/search';
import { getResponseProblems, type LogEvent, type PlatformError, type PlatformOptions } from '@platform-sdk/core';
import type { EventStream } from '@platform-sdk/core/streams';
import { describe, expect, it } from 'vitest';

const hello = { model: 'acme/large', messages: [{ role: 'user', content: 'Hello' }] };

/** The methods that both services with completions share. */
interface Chats {
  chat(input: typeof hello): Promise<unknown>;
  chatStream(input: typeof hello): EventStream<unknown, unknown>;
}

const services: readonly (readonly [string, (options: PlatformOptions) => Chats])[] = [
  ['gateway', (options) => createGatewayClient({ baseUrl: 'https://gateway.test/v1', apiKey: 'key-1', ...options })],
  ['search', (options) => createSearchClient({ baseUrl: 'https://search.test', ...options })],
];

const begun =
  'data: {"id":"c-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';
const finished = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
const done = 'data: [DONE]\n\n';

describe.each(services)('a completion of the %s', (name, create) => {
  const chatsWith = (content: string, options: PlatformOptions = {}, type = 'text/event-stream') => {
    const log: LogEvent[] = [];
    const fetch = async (): Promise<Response> => new Response(content, { headers: { 'Content-Type': type } });
    return { log, chats: create({ fetch, logger: (event) => log.push(event), ...options }) };
  };
  const failureOf = async (content: string, options?: PlatformOptions, type?: string): Promise<PlatformError> => {
    try {
      await chatsWith(content, options, type).chats.chatStream(hello).final();
    } catch (error) {
      return error as PlatformError;
    }
    throw new Error('It did not fail');
  };
  const problemsIn = (log: readonly LogEvent[]): LogEvent[] => log.filter(({ type }) => type === 'invalid-response');

  it.each<[string, string, string, string | undefined, unknown]>([
    ['errors', 'data: {"errors":[{"code":"E","detail":"boom"}]}\n\n', 'boom', 'E', { errors: [{ code: 'E', detail: 'boom' }] }],
    [
      'an object that is an error',
      'data: {"object":"error","message":"boom","code":7,"choices":[]}\n\n',
      'boom',
      '7',
      { object: 'error', message: 'boom', code: 7, choices: [] },
    ],
    ['a message', 'data: {"message":"boom","code":"E"}\n\n', 'boom', 'E', { message: 'boom', code: 'E' }],
    ['an error event', 'event: error\ndata: {"message":"boom","code":"E"}\n\n', 'boom', 'E', { message: 'boom', code: 'E' }],
    ['an error event with plain text', 'event: error\ndata: boom\n\n', 'boom', undefined, 'boom'],
    [
      'a list of problems by field',
      'data: {"detail":[{"loc":["body","model"],"msg":"boom"}]}\n\n',
      'model: boom',
      undefined,
      { detail: [{ loc: ['body', 'model'], msg: 'boom' }] },
    ],
  ])('a stream fails with the message of an error event: %s', async (_, said, message, code, body) => {
    for (const rest of ['', done, finished + done]) {
      const error = await failureOf(begun + said + rest);
      expect(error).toMatchObject({ kind: 'http', status: 200, message, operation: `${name}.chatStream`, outcome: 'likely-applied' });
      expect([error.code, error.body]).toEqual([code, body]);
      expect(error.received).toMatchObject({ choices: [{ message: { content: 'Hi' } }] });
    }
  });

  it.each([
    ['contains only an empty finish reason', begun + begun.replace('"delta"', '"finish_reason":"","delta"')],
    ['ends before its first chunk', done],
  ])('a stream is truncated if it %s', async (_, content) => {
    await expect(failureOf(content)).resolves.toMatchObject({ kind: 'truncated' });
  });

  it('a stream is complete if a finish reason follows an empty finish reason', async () => {
    const { chats } = chatsWith(begun.replace('"delta"', '"finish_reason":"","delta"') + finished);
    await expect(chats.chatStream(hello).final()).resolves.toMatchObject({ choices: [{ finish_reason: 'stop' }] });
  });

  it('a stream returns the text of content parts, and skips content other than strings', async () => {
    const parts = '["a",{"type":"text","text":"b"},{"type":"reasoning","text":"no"},{"type":"image_url"},{"type":"text","text":7},null]';
    const { chats } = chatsWith(begun.replace('"Hi"', parts) + begun.replace('"Hi"', '7') + begun + finished + done);
    const texts: unknown[] = [];
    for await (const text of chats.chatStream(hello).text()) texts.push(text);
    expect(texts).toEqual(['ab', 'Hi']);
  });

  const wrong = (begun + finished).replaceAll('"index":0', '"index":"zero"') + done;

  it.each([
    ['throw', [{ type: 'invalid-response', operation: `${name}.chatStream`, field: 'choices.*.index' }]],
    ['report', [{ type: 'invalid-response', operation: `${name}.chatStream`, field: 'choices.*.index' }]],
    ['off', []],
  ] as const)('an invalid completion is returned, and its problems are logged once, or not with `off`: %s', async (validation, logged) => {
    const { chats, log } = chatsWith(wrong, { validation });
    for (let turn = 0; turn < 2; turn++)
      await expect(chats.chatStream(hello).final()).resolves.toMatchObject({ choices: [{ index: 'zero' }] });
    const whole = (await chats.chatStream(hello).final()) as object;
    const problems = [{ field: 'choices.0.index', message: 'must be a whole number' }];
    expect(getResponseProblems(whole)).toEqual(validation === 'off' ? [] : problems);
    expect(problemsIn(log)).toMatchObject(logged);
    expect(problemsIn(log)).toHaveLength(logged.length);
  });

  it('a stream returns the documented field names if `wireNames` contains the names of a deployment', async () => {
    const wireNames = { [`${name}.chatStream`]: { 'choices.delta.content': 'words', 'choices.finish_reason': 'ended' } };
    const theirs = (begun + finished).replace('content', 'words').replace('finish_reason', 'ended');
    const { chats, log } = chatsWith(theirs + done, { wireNames });
    const texts: unknown[] = [];
    for await (const text of chats.chatStream(hello).text()) texts.push(text);
    await expect(chats.chatStream(hello).final()).resolves.toMatchObject({
      choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }],
    });
    expect(texts).toEqual(['Hi']);
    expect(problemsIn(log)).toEqual([]);
  });

  it.each(['application/json', 'text/event-stream'])(
    'a stream fails with the unchanged body of an error that arrives as %s',
    async (type) => {
      const said = '{"error":{"message":"boom","code":"E"}}';
      const error = await failureOf(type === 'application/json' ? said : `data: ${said}\n\n`, {}, type);
      expect(error).toMatchObject({ kind: 'http', message: 'boom', code: 'E' });
      expect(error.body).toEqual({ error: { message: 'boom', code: 'E' } });
    },
  );

  it.each(['throw', 'report', 'off'] as const)(
    'a chat fails with the error of a response with status 200, with validation %s',
    async (validation) => {
      const { chats, log } = chatsWith('{"error":{"message":"boom","code":"E"}}', { validation }, 'application/json');
      await expect(chats.chat(hello)).rejects.toMatchObject({
        kind: 'http',
        status: 200,
        message: `boom. (${name}.chat returned 200 E)`,
        code: 'E',
        operation: `${name}.chat`,
        outcome: 'unknown',
        body: { error: { message: 'boom', code: 'E' } },
      });
      expect(problemsIn(log)).toEqual([]);
    },
  );
});
