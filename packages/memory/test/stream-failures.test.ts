import { isModelError } from '@platform-sdk/memory';
import { describe, expect, it } from 'vitest';
import { events, failureOf, json, wire } from './wire.ts';

const input = { session_id: 's-1', message: 'Hello' };
const half = 'event: message\ndata: {"chunk":"half","id":"m-1"}\n\n';
const done = (members: string): string => `event: done\ndata: {${members}}\n\n`;
const bill = '"usage":{"tokens_in":1,"tokens_out":2},"cost_usd":0.1,"model":"m"';
const billed = { usage: { tokens_in: 1, tokens_out: 2 }, cost_usd: 0.1, model: 'm' };
const down = '{"error":{"code":"LLM_SERVICE_ERROR","message":"The model failed."}}';
const readings = ['chat', 'chatStream'] as const;

/** Reads a response with `chat` or `chatStream`. Returns the reply. */
const read = (way: (typeof readings)[number], response: Response): Promise<unknown> => {
  const { memory } = wire([response], { validation: 'report' });
  return way === 'chat' ? memory.chat(input) : memory.chatStream(input).final();
};

describe.each(readings)('memory.%s with an event stream', (way) => {
  it.each(['timeout', 'interrupted', 'incomplete', 'budget_exceeded', 'rejected', 'stopped', 'max_tokens', 'not_completed'])(
    'a chat fails with the received part for a done event with the status %s',
    async (status) => {
      const error = await failureOf(read(way, events(half, done(`"status":"${status}",${bill}`))));
      expect(error).toMatchObject({ kind: 'http', outcome: 'likely-applied', received: { content: 'half', message_id: 'm-1', ...billed } });
    },
  );

  it.each(['completed', 'COMPLETED', 'complete', 'success', 'ok', 'done', 'finished', ''])(
    'a chat is complete after a done event with the status %j',
    async (status) => {
      await expect(read(way, events(half, done(`"status":"${status}",${bill}`)))).resolves.toMatchObject({ content: 'half', ...billed });
    },
  );

  it.each([
    ['a message event contains an error', [half, `event: message\ndata: ${down}\n\n`, done(bill)], 'half'],
    ['an event without a name contains an error', [half, `data: ${down}\n\n`, done(bill)], 'half'],
    ['an error comes with a chunk', [half, `data: {"chunk":"!",${down.slice(1)}\n\n`], 'half!'],
    [
      'only the data of an event marks an error',
      [half, 'data: {"type":"error","message":"The model failed.","code":"LLM_SERVICE_ERROR"}\n\n'],
      'half',
    ],
    ['a done event contains an error', [half, done(`"status":"completed",${down.slice(1, -1)}`)], 'half'],
  ])('a chat fails with the message of the service and the received part if %s', async (_, pieces, content) => {
    const error = await failureOf(read(way, events(...pieces)));
    expect(error).toMatchObject({ kind: 'http', message: 'The model failed.', code: 'LLM_SERVICE_ERROR', outcome: 'likely-applied' });
    expect(error).toMatchObject({ received: { content } });
    expect(isModelError(error)).toBe(true);
  });

  it('a chat hides the gateway key in errors', async () => {
    const words = down.replace('The model failed.', 'gw-planted-77 was rejected');
    for (const response of [events(half, `data: ${words}\n\n`), json(JSON.parse(words))]) {
      const { memory } = wire([response]);
      const asked = { ...input, config: { gateway_api_key: 'gw-planted-77' } };
      const error = await failureOf(way === 'chat' ? memory.chat(asked) : memory.chatStream(asked).final());
      expect(error).toMatchObject({ kind: 'http', code: 'LLM_SERVICE_ERROR' });
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('gw-planted');
    }
  });

  it('a chat that fails before any content has the outcome "unknown"', async () => {
    const error = await failureOf(read(way, events(`data: ${down}\n\n`)));
    expect(error).toMatchObject({ kind: 'http', message: 'The model failed.', outcome: 'unknown' });
  });

  it.each(['error: null', 'error: ""', 'error: {}', 'error: []'])(
    'a chat reads events without a name, and keeps chunks that contain %s',
    async (beside) => {
      const member = beside.replace('error', '"error"');
      await expect(read(way, events(`data: {"chunk":"half",${member}}\n\n`, done(`${member},${bill}`)))).resolves.toMatchObject({
        content: 'half',
      });
    },
  );

  it.each([
    'data:\n\n',
    'data: : keepalive\n\n',
    'data: null\n\n',
    'event: ping\ndata: x\n\n',
    'event: message\ndata:\n\n',
    'event: heartbeat\ndata:\n\n',
    'event: thinking\ndata: hm\n\n',
  ])('a chat ignores %j, which contains no part of the reply', async (beat) => {
    await expect(read(way, events(beat, half, beat, done(bill), beat))).resolves.toMatchObject({ content: 'half' });
  });

  it('a chat ends at a done event with [DONE] as data, or with its type in the data', async () => {
    await expect(read(way, events(half, 'event: done\ndata: [DONE]\n\n'))).resolves.toMatchObject({ content: 'half' });
    await expect(read(way, events(half, `data: {"type":"done","status":"completed",${bill}}\n\n`))).resolves.toMatchObject({
      content: 'half',
      ...billed,
    });
  });

  it('a chat returns the content of the done event if no chunk arrived', async () => {
    await expect(read(way, events(done(`"status":"completed","content":"whole",${bill}`)))).resolves.toMatchObject({ content: 'whole' });
    await expect(read(way, events(half, done(`"status":"completed","content":"half",${bill}`)))).resolves.toMatchObject({
      content: 'half',
    });
  });
});

it('memory.chatStream yields the text of the done event if no chunk arrived', async () => {
  const { memory } = wire([events(done(`"status":"completed","content":"whole",${bill}`))]);
  const texts: string[] = [];
  for await (const text of memory.chatStream(input).text()) texts.push(text);
  expect(texts).toEqual(['whole']);
});

describe.each(readings)('memory.%s with a JSON document', (way) => {
  it.each(['timeout', 'interrupted', 'incomplete', 'budget_exceeded', 'rejected'])(
    'a chat fails for a JSON document with the status %s',
    async (status) => {
      const body = { status, content: 'half', message_id: 'm-1', ...billed };
      await expect(failureOf(read(way, json(body)))).resolves.toMatchObject({ kind: 'http', outcome: 'likely-applied', body });
    },
  );

  it('a chat accepts a JSON document with an unknown status', async () => {
    await expect(read(way, json({ status: 'delivered', content: 'whole', message_id: 'm-1', ...billed }))).resolves.toMatchObject({
      content: 'whole',
    });
  });

  it('a chat that gets a JSON failure without content has the outcome "unknown"', async () => {
    await expect(failureOf(read(way, json(JSON.parse(down))))).resolves.toMatchObject({
      kind: 'http',
      message: expect.stringMatching(/^The model failed\./) as string,
      code: 'LLM_SERVICE_ERROR',
      outcome: 'unknown',
    });
  });
});
