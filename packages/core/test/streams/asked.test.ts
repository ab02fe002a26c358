import { completionChunks, eventStream, type EventStream } from '@platform-sdk/core/streams';
import { beforeEach, expect, it, vi } from 'vitest';
import { done, event, kindOf, type Members } from './scripted-chat.ts';
import { openedOf, scriptedBody } from './opened.ts';

type Asked = Parameters<typeof completionChunks>[0];

/** Reads the completion of a request with the fields `asked`. The test controls the response body. */
const scripted = (asked: Asked) => {
  const { body, send, end: close, cut } = scriptedBody();
  const open = async () => openedOf(body);
  const stream: EventStream<never, Members> = eventStream('notes.chat', open, completionChunks<never, Members>(asked), {});
  const whole = stream.final();
  let end: unknown;
  void whole.then(
    () => (end = 'complete'),
    () => (end = 'failed'),
  );
  return { whole, end: () => end, send, close, cut };
};

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const choice = (index: number, content: string): string => event({ index, delta: { content }, finish_reason: 'stop' });
const usage = 'data: {"choices":[],"usage":{"total_tokens":3}}\n\n';
const texts = (...contents: readonly string[]): Members => ({ choices: contents.map((content) => ({ message: { content } })) });
const counting = { stream_options: { include_usage: true } };

beforeEach(() => void vi.useFakeTimers());

it('waits for the second requested choice, which comes long after the first', async () => {
  const { whole, end, send } = scripted({ n: 2 });
  send(choice(0, 'a'));
  await pass(50_000);
  expect(end()).toBeUndefined();
  send(choice(1, 'b') + done);
  await expect(whole).resolves.toMatchObject(texts('a', 'b'));
});

it('completes two seconds after both requested choices are finished', async () => {
  const { end, send } = scripted({ n: 2 });
  send(choice(1, 'b') + choice(0, 'a'));
  await pass(1999);
  expect(end()).toBeUndefined();
  await pass(1);
  expect(end()).toBe('complete');
});

it.each([
  ['the connection breaks', 'interrupted', ({ cut }: ReturnType<typeof scripted>) => cut()],
  ['the body ends', 'truncated', ({ close }: ReturnType<typeof scripted>) => close()],
  ['nothing more comes', 'stalled', () => undefined],
])('fails with the received choice if %s before the second choice: %s', async (_, kind, finish) => {
  const answer = scripted({ n: 2 });
  answer.send(choice(0, 'a'));
  await pass(0);
  finish(answer);
  await pass(60_000);
  await expect(answer.whole).rejects.toMatchObject({ kind, outcome: 'likely-applied', received: texts('a') });
});

it('accepts a single choice for a request of two if the service sends [DONE]', async () => {
  const { whole, send } = scripted({ n: 2 });
  send(choice(0, 'a') + done);
  await expect(whole).resolves.toMatchObject(texts('a'));
});

it('fails with the error of the first choice if the second choice never comes', async () => {
  const failed = event({ index: 0, delta: {}, finish_reason: 'error', error: { code: 502, message: 'Upstream failed' } });
  for (const how of ['close', 'cut', 'wait'] as const) {
    const answer = scripted({ n: 2 });
    answer.send(failed);
    await pass(0);
    expect(answer.end()).toBeUndefined();
    if (how !== 'wait') answer[how]();
    await pass(60_000);
    await expect(answer.whole).rejects.toMatchObject({ kind: 'http', message: 'Upstream failed', code: '502' });
  }
});

it('waits for the requested usage as long as the stream sends comments', async () => {
  const { whole, end, send } = scripted(counting);
  send(choice(0, 'a'));
  for (let turn = 0; turn < 3; turn++) {
    await pass(50_000);
    send(': life\n\n');
  }
  await pass(0);
  expect(end()).toBeUndefined();
  send(usage);
  await pass(2000);
  await expect(whole).resolves.toMatchObject({ ...texts('a'), usage: { total_tokens: 3 } });
});

it.each<[string, (answer: ReturnType<typeof scripted>) => void]>([
  ['no byte arrives for 60 seconds', () => undefined],
  ['the connection breaks', ({ cut }) => cut()],
  ['the body ends', ({ close }) => close()],
])('completes without the requested usage if %s', async (_, finish) => {
  const answer = scripted(counting);
  answer.send(choice(0, 'a'));
  await pass(59_999);
  expect(answer.end()).toBeUndefined();
  finish(answer);
  await pass(1);
  await expect(kindOf(answer.whole)).resolves.toBe('complete');
});

it('completes two seconds after the requested usage, even if it came with the finish reason', async () => {
  const counted = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"total_tokens":3}}\n\n`;
  for (const body of [choice(0, 'a') + usage, counted]) {
    const { end, send } = scripted(counting);
    send(body);
    await pass(2000);
    expect(end()).toBe('complete');
  }
});

it('waits for the usage after the finish reason although an earlier event contains a usage', async () => {
  const { end, send } = scripted(counting);
  send(`data: {"choices":[{"index":0,"delta":{"content":"a"}}],"usage":{"total_tokens":1}}\n\n${choice(0, '')}`);
  await pass(5000);
  expect(end()).toBeUndefined();
});

it('completes two seconds after the finish reason if no usage was requested', async () => {
  const { end, send } = scripted({});
  send(choice(0, 'a'));
  await pass(2000);
  expect(end()).toBe('complete');
});
