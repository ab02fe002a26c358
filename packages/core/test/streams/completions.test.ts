import { describe, expect, it } from 'vitest';
import { drain } from './scripted-answer.ts';
import { chatOf, delta, done, event, hi, kindOf, stop, type Members } from './scripted-chat.ts';

/** Returns the first choice of a complete stream. */
const choiceOf = async (body: string): Promise<Members | undefined> => ((await chatOf(body).final())['choices'] as Members[])[0];
const textOf = async (body: string): Promise<string> => (await drain(chatOf(body).text())).items.join('');

it.each([
  ['[DONE]', `${hi}data: [DONE]\n\n`, 'complete'],
  ['[DONE] without the optional space', `${hi}data:[DONE]\n\n`, 'complete'],
  ['[DONE] without its blank line', `${hi}data: [DONE]`, 'complete'],
  ['[DONE] with a space', `${hi}data: [DONE] \n\n`, 'invalid-response'],
  ['[DONE] with a tab', `${hi}data: [DONE]\t\n\n`, 'invalid-response'],
  ['[DONE] with a space before it', `${hi}data:  [DONE]\n\n`, 'invalid-response'],
  ['[DONE] with a second empty line of data', `${hi}data: [DONE]\ndata\n\n`, 'invalid-response'],
  ['[done]', `${hi}data: [done]\n\n`, 'invalid-response'],
  ['a finish reason', hi + stop, 'complete'],
  ['a finish reason without its blank line', (hi + stop).trimEnd(), 'complete'],
  ['an empty finish reason', hi + stop.replace('stop', ''), 'truncated'],
  ['a finish reason that is not a string', hi + stop.replace('"stop"', 'true'), 'truncated'],
  ['no end marker', hi, 'truncated'],
  ['half an event', hi + stop.slice(0, -4), 'truncated'],
  ['half a [DONE] after a finish reason', `${hi}${stop}data: [DO`, 'complete'],
  ['half an event after a finish reason', `${hi}${stop}data: {"usage":{"total`, 'complete'],
  ['[DONE] with a space after a finish reason', `${hi}${stop}data: [DONE] \n\n`, 'complete'],
  ['other text after a finish reason', `${hi}${stop}data: bye\n\n`, 'invalid-response'],
  ['an error after a finish reason, without its blank line', `${hi}${stop}data: {"error":{"message":"No"}}`, 'http'],
  ['one choice of two', event({ index: 0, delta: {} }, { index: 1, delta: {} }) + stop, 'truncated'],
  ['one choice of two that repeats its finish reason', event({ index: 0, delta: {} }, { index: 1, delta: {} }) + stop + stop, 'truncated'],
  ['no choice', 'data: {"choices":[]}\n\ndata: [DONE]\n\n', 'truncated'],
])('ends a streamed completion after %s: %j gives %s', async (_, body, outcome) => {
  await expect(kindOf(chatOf(body).final())).resolves.toBe(outcome);
});

it('yields the last event although its blank line is missing', async () => {
  const { items } = await drain(chatOf(`${hi}${delta({ content: '!' }).trimEnd()}`));
  expect(items.map(({ choices }) => choices[0]?.delta.content)).toEqual(['Hi', '!']);
});

describe('the final value of a streamed completion', () => {
  it('keeps the log probabilities of every event, and other members of a choice', async () => {
    const part = (token: string, more: Members): string => {
      const logprobs = { content: [{ token, logprob: -1 }], refusal: null };
      return event({ index: 0, delta: { content: token }, logprobs, ...more });
    };
    const filter = (severity: string): Members => ({ content_filter_results: { hate: { filtered: false, severity } } });
    const body = part('Hel', { ...filter('low'), token_ids: [1] }) + part('lo', { ...filter('safe'), token_ids: [2, 3] });
    await expect(choiceOf(body + event({ index: 0, delta: {}, logprobs: null, finish_reason: 'stop', stop_reason: 7 }))).resolves.toEqual({
      index: 0,
      message: { role: 'assistant', content: 'Hello' },
      finish_reason: 'stop',
      stop_reason: 7,
      token_ids: [1, 2, 3],
      content_filter_results: { hate: { filtered: false, severity: 'safe' } },
      logprobs: {
        content: [
          { token: 'Hel', logprob: -1 },
          { token: 'lo', logprob: -1 },
        ],
        refusal: null,
      },
    });
  });

  const text = (value: string): Members => ({ type: 'text', text: value });
  const image = { type: 'image_url', image_url: { url: 'https://a.test' } };

  it.each<[string, readonly unknown[], unknown]>([
    ['a text before parts', ['a', [image]], [text('a'), image]],
    ['text after parts', [[image], 'a'], [image, text('a')]],
    ['a text between parts', [[text('a')], 'b', [text('c')]], [text('abc')]],
    ['parts of text', [[text('a')], [text('b'), text('c')], [image], [text('d')]], [text('ab'), text('c'), image, text('d')]],
    [
      'a part without text before a part with text',
      [[{ type: 'text', annotations: [] }], [text('a')]],
      [{ type: 'text', annotations: [] }, text('a')],
    ],
    ['a part outside a list after text', ['a', image], [text('a'), image]],
    ['empty content beside parts', ['', [image], '', null], [image]],
    ['null before a text', [null, 'a', null], 'a'],
  ])('adds up the content of a message: %s', async (_, contents, content) => {
    const body = contents.map((each) => delta({ content: each })).join('');
    await expect(choiceOf(body + stop)).resolves.toMatchObject({ message: { content } });
  });

  it('keeps tool calls with the same index and different ids separate', async () => {
    const call = (id: string, args: string): Members => ({ index: 0, id, function: { name: 'add', arguments: args } });
    const body =
      delta({ tool_calls: [call('a', '{"x"')] }) + delta({ tool_calls: [call('a', ':1}')] }) + delta({ tool_calls: [call('b', '{}')] });
    await expect(choiceOf(body + stop)).resolves.toMatchObject({
      message: { tool_calls: [call('a', '{"x":1}'), call('b', '{}')] },
    });
  });

  it('uses a message that replaces a delta, and ignores a message beside deltas', async () => {
    const whole = { index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' };
    await expect(choiceOf(event(whole))).resolves.toEqual(whole);
    const full = event({ ...whole, delta: { content: 'i' }, message: { role: 'assistant', content: 'Hi' } });
    await expect(choiceOf(delta({ content: 'H' }) + full)).resolves.toEqual(whole);
    await expect(choiceOf(hi + event(whole))).resolves.toEqual(whole);
  });

  it('keeps the members beside the choices, even false and 0', async () => {
    const body = `data: {"choices":[],"cached":false,"created":0,"usage":null}\n\n${hi}${stop}`;
    const whole = await chatOf(body).final();
    expect(whole).toMatchObject({ cached: false, created: 0 });
    expect(whole).not.toHaveProperty('usage');
  });

  it('returns the document that replaces a streamed completion', async () => {
    const choices = [
      {
        index: 1,
        message: { role: 'assistant', content: [text('a'), text('b')] },
        logprobs: { content: [{ token: 'a' }] },
        finish_reason: 'stop',
      },
      { index: 0, message: { role: 'assistant', content: null, tool_calls: [{ id: 'x' }, { id: 'y' }] }, finish_reason: 'tool_calls' },
    ];
    const document = { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, extra: { a: 1 } };
    const whole = await chatOf(JSON.stringify(document), 'application/json').final();
    expect(whole).toEqual({ ...document, choices: choices.toReversed() });
  });

  it('rejects a streamed completion without a choice', async () => {
    const none = chatOf('{"choices":[],"usage":{"total_tokens":0}}', 'application/json').final();
    await expect(none).rejects.toMatchObject({ kind: 'invalid-response', message: 'The completion has no choices', body: { choices: [] } });
  });
});

const at = (index: unknown, content: unknown): Members => ({ index, delta: { content } });

it('yields only the text of the choice with the index 0', async () => {
  await expect(textOf(event(at(1, 'b'), at(0, 'a')) + event(at(1, 'd')) + event(at(0, 'c'), at(2, 'e')) + done)).resolves.toBe('ac');
  await expect(textOf(event(at(null, 'a')) + event({ delta: { content: 'b' } }) + done)).resolves.toBe('ab');
  await expect(textOf(event(at(1, 'b')) + done)).resolves.toBe('');
});

it('adds up the text of content parts in a streamed completion', async () => {
  const parts = [
    { type: 'text', text: 'a' },
    { type: 'thinking', thinking: [{ type: 'text', text: 'no' }] },
    { text: 'b' },
    'c',
    { type: 'text', text: 1 },
  ];
  await expect(textOf(delta({ content: parts }) + delta({ content: 7 }) + delta({ content: { text: 'no' } }) + done)).resolves.toBe('abc');
});

const most = (maxResultCharacters: number, body: string): Promise<unknown> =>
  kindOf(chatOf(body, undefined, { maxResultCharacters }).final());

it.each<[string, (index: number) => Members]>([
  ['text content', () => ({ content: 'x'.repeat(100) })],
  ['arguments', () => ({ tool_calls: [{ index: 0, function: { arguments: 'x'.repeat(100) } }] })],
  ['tool calls', (index) => ({ tool_calls: [{ index }] })],
  ['parts', () => ({ content: [{ type: 'image' }] })],
  ['names', (index) => ({ [`name-${index}`]: 1 })],
])('limits the size of a completion with many %s', async (_, part) => {
  const body = Array.from({ length: 1000 }, (_each, index) => delta(part(index))).join('') + stop;
  await expect(most(10_000, body)).resolves.toBe('too-large');
  await expect(most(1_000_000, body)).resolves.toBe('complete');
});

it('counts the size of members beside the deltas and the choices', async () => {
  const beside = Array.from({ length: 1000 }, (_, index) =>
    event({ index: 0, delta: {}, logprobs: { content: [{ token: `t${index}` }] } }),
  );
  await expect(most(10_000, beside.join('') + stop)).resolves.toBe('too-large');
  const heads = Array.from({ length: 1000 }, (_, index) => `data: {"choices":[],"name-${index}":"x"}\n\n`);
  await expect(most(10_000, heads.join('') + hi + stop)).resolves.toBe('too-large');
});

it('does not count the size of a replaced value twice', async () => {
  const again = event({ index: 0, delta: { role: 'assistant', content: 'x' }, native_reason: 'none' });
  await expect(most(2000, again.repeat(1000) + stop)).resolves.toBe('complete');
});
