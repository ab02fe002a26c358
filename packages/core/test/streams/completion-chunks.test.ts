import { completionChunks, eventStream } from '@platform-sdk/core/streams';
import { expect, it } from 'vitest';
import type * as Merging from '../../src/streams/merge-delta.ts';
import { openedOf } from './opened.ts';

const { mergeDelta, valueOf } = (await import(new URL('../../src/streams/merge-delta.ts', import.meta.url).href)) as typeof Merging;

interface Whole {
  readonly choices: readonly { readonly message: Readonly<Record<string, unknown>> }[];
}

/** Returns the message that a stream of these deltas adds up to. */
const messageOf = async (...deltas: readonly object[]): Promise<unknown> => {
  const chunks = deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
  const body = `${chunks.join('')}data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n`;
  const open = async () => openedOf(body);
  const whole = await eventStream('notes.chat', open, completionChunks<never, Whole>(), {}).final();
  return whole.choices[0]?.message;
};

it('keeps the id, type and name of a tool call if later values are empty', async () => {
  const call = (more: object) => ({ tool_calls: [{ index: 0, ...more }] });
  await expect(
    messageOf(
      call({ id: 'call-1', type: 'function', function: { name: 'add', arguments: '{"a"' } }),
      call({ id: '', type: '', function: { name: '', arguments: ':1}' } }),
      call({ id: null, type: null, function: { name: null, arguments: null } }),
    ),
  ).resolves.toEqual({
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: 'call-1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
  });
});

it('uses the last role that is not empty for the message', async () => {
  await expect(messageOf({ role: 'tool' }, { role: '' }, { role: null })).resolves.toMatchObject({ role: 'tool' });
  await expect(messageOf({ role: 'tool' }, { role: 'assistant' })).resolves.toMatchObject({ role: 'assistant' });
});

it('keeps the empty content of a delta', async () => {
  await expect(messageOf({ content: '' })).resolves.toMatchObject({ content: '' });
});

it('finds the tool call of a delta without reading all other calls', () => {
  const COUNT = 40_000;
  let looks = 0;
  const items = new Proxy<never[]>([], {
    get(list, place, receiver): unknown {
      if (++looks > 10 * COUNT) throw new Error('It looks at too many');
      return Reflect.get(list, place, receiver);
    },
  });
  const sum: Merging.Sum = { members: new Map([['tool_calls', { list: { items, places: new Map() } }]]) };
  const merging = { grows: true, size: 0 };
  for (const text of ['a', 'b'])
    for (let index = 0; index < COUNT; index++) mergeDelta(sum, { tool_calls: [{ index, function: { arguments: text } }] }, merging);
  expect(looks).toBeGreaterThan(COUNT);
  looks = 0;
  const calls = valueOf(sum)['tool_calls'] as unknown[];
  expect(calls).toHaveLength(COUNT);
  expect(calls[COUNT - 1]).toEqual({ index: COUNT - 1, function: { arguments: 'ab' } });
});
