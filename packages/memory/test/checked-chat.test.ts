import { getResponseProblems, type PlatformOptions } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { events, json, wire } from './wire.ts';

const input = { session_id: 's-1', message: 'Hello' };
const hello = 'event: message\ndata: {"chunk":"Hello","id":"m-1"}\n\n';
const done = (members: string): string => `event: done\ndata: {${members}}\n\n`;
const bill = '"usage":{"tokens_in":1,"tokens_out":2},"cost_usd":0.1,"model":"m"';

const shapesOf = (found: ReturnType<typeof wire>): unknown[] => found.events.filter(({ type }) => type === 'invalid-response');

it('memory.chatStream yields only strings as text, and skips other content', async () => {
  const { memory } = wire([events('event: message\ndata: {"chunk":null}\n\n', 'data: {"chunk":["Hi"]}\n\n', hello, done(bill))]);
  const texts: unknown[] = [];
  for await (const text of memory.chatStream(input).text()) texts.push(text);
  expect(texts).toEqual(['Hello']);
  await expect(memory.chatStream(input).final()).resolves.toMatchObject({ content: 'Hello' });
});

it.each([
  ['throw', [{ type: 'invalid-response', operation: 'memory.chatStream', field: 'usage' }]],
  ['report', [{ type: 'invalid-response', operation: 'memory.chatStream', field: 'usage' }]],
  ['off', []],
] as const)(
  'memory.chatStream returns a billed reply although it is invalid, and logs its problems at most once, with validation %s',
  async (validation, reported) => {
    const wired = wire([events(hello, done('"usage":"x","cost_usd":0.1,"model":"m"'))], { validation });
    for (let turn = 0; turn < 2; turn++)
      await expect(wired.memory.chatStream(input).final()).resolves.toMatchObject({ content: 'Hello', usage: 'x' });
    const problems = [{ field: 'usage', message: 'must be an object' }];
    expect(getResponseProblems(await wired.memory.chatStream(input).final())).toEqual(validation === 'off' ? [] : problems);
    expect(shapesOf(wired)).toMatchObject(reported);
    expect(shapesOf(wired)).toHaveLength(reported.length);
  },
);

it('memory.chatStream checks the whole reply after a loop over text()', async () => {
  const wired = wire([events(hello, done('"usage":"x"'))]);
  const texts: string[] = [];
  for await (const text of wired.memory.chatStream(input).text()) texts.push(text);
  expect(texts).toEqual(['Hello']);
  expect(shapesOf(wired)).toMatchObject([{ field: 'usage' }]);
});

const wireNames: PlatformOptions['wireNames'] = { 'memory.chatStream': { chunk: 'delta', content: 'answer', cost_usd: 'price' } };
const result = { message_id: 'm-1', content: 'Hello', usage: { tokens_in: 1, tokens_out: 2 }, cost_usd: 0.1, model: 'm' };

it('a memory chat stream translates the field names of a deployment', async () => {
  const { memory } = wire([events(hello.replace('chunk', 'delta'), done(bill.replace('cost_usd', 'price')))], { wireNames });
  await expect(memory.chatStream(input).final()).resolves.toEqual(result);
});

it('a memory chat stream translates the field names of a deployment in a JSON response', async () => {
  const { content, cost_usd, ...rest } = result;
  const { memory } = wire([json({ ...rest, answer: content, price: cost_usd })], { wireNames });
  await expect(memory.chatStream(input).final()).resolves.toEqual(result);
});
