import { expect, it } from 'vitest';
import { chatOf, delta, done, event, type Members } from './scripted-chat.ts';

/** Returns the tool calls that the pieces of these events add up to. */
const callsOf = async (...events: readonly (readonly Members[])[]): Promise<Members[]> => {
  const body = events.map((pieces) => delta({ tool_calls: pieces })).join('');
  const whole = await chatOf(body + event({ index: 0, delta: {}, finish_reason: 'tool_calls' }) + done).final();
  const [choice] = whole['choices'] as { readonly message: { readonly tool_calls: Members[] } }[];
  return choice?.message.tool_calls ?? [];
};

const piece = (name: string | undefined, args: string | undefined, more: Members = {}): Members => ({
  ...more,
  function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
});
const summary = (calls: readonly Members[]): unknown[] =>
  calls.map((call) => {
    const { name, arguments: args } = call['function'] as Members;
    return args === undefined ? name : [name, args];
  });

const two = [
  ['a', '{"x":1}'],
  ['b', '{"y":2}'],
];
const zero = { index: 0, id: '', type: 'function' };

it.each<[string, readonly (readonly Members[])[], unknown]>([
  ['Gemini sends all calls with the index 0 and an empty id', [[piece('a', '{"x":1}', zero)], [piece('b', '{"y":2}', zero)]], two],
  ['Gemini sends such calls in one event', [[piece('a', '{"x":1}', zero), piece('b', '{"y":2}', zero)]], two],
  [
    'Gemini sends a name in pieces',
    [[piece('a', '', { index: 0, id: 't' })], [piece('_b', '', { index: 0 })], [piece('_c', '{}', { index: 0 })]],
    [['a_b_c', '{}']],
  ],
  [
    'each piece of a name has the id',
    [[piece('a', undefined, { index: 0, id: 't' })], [piece('_b', '{}', { index: 0, id: 't' })]],
    [['a_b', '{}']],
  ],
  [
    'a name is repeated before its arguments',
    [[piece('a', '', { index: 0, id: 't' })], [piece('a', '{"x":1}', { index: 0 })], [piece('a', '', { index: 0 })]],
    [['a', '{"x":1}']],
  ],
  [
    'a name comes after its arguments',
    [[piece(undefined, '{"x":1}', { index: 0, id: 't' })], [piece('a', '', { index: 0 })]],
    [['a', '{"x":1}']],
  ],
  [
    'Gemini calls one function twice',
    [[piece('a', '{"x":1}', zero)], [piece('a', '{"y":2}', zero)]],
    [
      ['a', '{"x":1}'],
      ['a', '{"y":2}'],
    ],
  ],
  [
    'one function is called twice with braces and quotes in its arguments',
    [[piece('a', '{"x":"}\\"', zero)], [piece(undefined, '{"}', zero)], [piece('a', '{}', zero)]],
    [
      ['a', '{"x":"}\\"{"}'],
      ['a', '{}'],
    ],
  ],
  [
    'each piece repeats the name',
    [[piece('a', '{"x"', zero)], [piece('a', ':{"y":', zero)], [piece('a', '2}}', zero)]],
    [['a', '{"x":{"y":2}}']],
  ],
  [
    'functions without arguments',
    [[piece('a', '', zero)], [piece('b', '', zero)]],
    [
      ['a', ''],
      ['b', ''],
    ],
  ],
  ['no call has an index or an id', [[piece('a', '{"x":1}')], [piece('b', '{"y":2}')]], two],
  [
    'the index is missing, and arguments continue',
    [
      [piece('a', '', { id: 'A' })],
      [piece(undefined, '{"x"')],
      [piece(undefined, ':1}')],
      [piece('b', '{"y":', { id: 'B' })],
      [piece(undefined, '2}')],
    ],
    two,
  ],
  [
    'there is no index, and ids repeat',
    [
      [piece('a', '{"x":', { id: 'A' })],
      [piece('b', '{"y":', { id: 'B' })],
      [piece(undefined, '1}', { id: 'A' })],
      [piece(undefined, '2}', { id: 'B' })],
    ],
    two,
  ],
  [
    'ids alternate on one index',
    [
      [piece('a', '{"x":', { index: 0, id: 'A' }), piece('b', '{"y":', { index: 0, id: 'B' })],
      [piece(undefined, '1}', { index: 0, id: 'A' }), piece(undefined, '2}', { index: 0, id: 'B' })],
    ],
    two,
  ],
  [
    'each piece has another id',
    [
      [piece('a', undefined, { index: 0, id: '1' })],
      [piece(undefined, '{"x"', { index: 0, id: '2' })],
      [piece(undefined, ':1}', { index: 0, id: '3' })],
    ],
    [['a', '{"x":1}']],
  ],
  [
    'each piece has another id and there is no index',
    [[piece('a', '', { id: '1' })], [piece(undefined, '{"x"', { id: '2' })], [piece(undefined, ':1}', { id: '3' })]],
    [['a', '{"x":1}']],
  ],
  [
    'indexes alternate, begin at 1, and are strings',
    [
      [piece('a', '{"x":', { index: '1', id: 'A' })],
      [piece('b', '{"y":', { index: '2', id: 'B' })],
      [piece(undefined, '1}', { index: '1' }), piece(undefined, '2}', { index: '2' })],
    ],
    two,
  ],
  ['only the first piece has an index', [[piece('a', '{"x":', { index: 0, id: 'A' })], [piece(undefined, '1}')]], [['a', '{"x":1}']]],
  ['only the later pieces have an index', [[piece('a', '{"x":', { id: 'A' })], [piece(undefined, '1}', { index: 0 })]], [['a', '{"x":1}']]],
  [
    'an index is an object',
    [[piece('a', '{"x":', { index: { toString: 1 } })], [piece(undefined, '1}', { index: null })]],
    [['a', '{"x":1}']],
  ],
  ['the name comes after the id', [[{ index: 0, id: 'A' }], [piece('a', '{"x":1}', { index: 0 })]], [['a', '{"x":1}']]],
  [
    'several indexes share an id',
    [[piece('a', '{"x":1}', { index: 0, id: 'call' })], [piece('b', '{"y":2}', { index: 1, id: 'call' })]],
    two,
  ],
  ['all calls share an id', [[piece('a', '{"x":1}', { index: 0, id: 'call' })], [piece('b', '{"y":2}', { index: 0, id: 'call' })]], two],
  [
    'the last piece repeats the id and the name',
    [[piece('a', '{"x":1}', { index: 0, id: 'A' })], [piece('a', '', { index: 0, id: 'A' })]],
    [['a', '{"x":1}']],
  ],
])('adds up the tool calls of the model: %s', async (_, events, expected) => {
  expect(summary(await callsOf(...events))).toEqual(expected);
});

it('keeps the first id of a tool call, which the caller returns with the result', async () => {
  const calls = await callsOf([piece('a', '{', { index: 0, id: '1' })], [piece(undefined, '}', { index: 0, id: '2' })]);
  expect(calls).toEqual([{ index: 0, id: '1', function: { name: 'a', arguments: '{}' } }]);
});

it('keeps arguments of a tool call that are objects', async () => {
  const call = (name: string, x: number): Members => ({ function: { name, arguments: { x } } });
  await expect(callsOf([call('a', 1)], [call('a', 2)])).resolves.toEqual([call('a', 1), call('a', 2)]);
});

it('keeps calls of custom tools, whose input is free text', async () => {
  const call = (name: string | undefined, input: string): Members => ({
    index: 0,
    type: 'custom',
    custom: { ...(name && { name }), input },
  });
  await expect(callsOf([call('a', 'x')], [call(undefined, 'y')], [call('b', 'z')])).resolves.toEqual([call('a', 'xy'), call('b', 'z')]);
});
