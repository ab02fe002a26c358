import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { drain } from './scripted-answer.ts';
import { chatOf, delta, done, hi, kindOf, stop, type Members } from './scripted-chat.ts';

/** Returns the first choice of a complete stream. */
const choiceOf = async (body: string): Promise<Members | undefined> => ((await chatOf(body).final())['choices'] as Members[])[0];

/** Rejects with the error that ends a loop. */
const toError = async (items: AsyncIterable<unknown>): Promise<unknown> => {
  const { error } = await drain(items);
  throw error;
};

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const depths = [201, 5000, longCount(20_000, 200_000)];

const bodies: readonly (readonly [name: string, body: (value: string) => string, type?: string])[] = [
  ['in a delta', (value) => `${hi}data: {"choices":[{"index":0,"delta":{"content":${value}}}]}\n\n`],
  ['in a part of a list', (value) => `${hi}data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":${value}}]}}]}\n\n`],
  ['beside the delta', (value) => `${hi}data: {"choices":[{"index":0,"delta":{},"logprobs":${value}}]}\n\n`],
  ['beside the choices', (value) => `${hi}data: {"choices":[],"usage":${value}}\n\n`],
  ['as the choices', (value) => `${hi}data: {"choices":${value}}\n\n`],
  ['as an event', (value) => `${hi}data: ${value}\n\n`],
  ['in an error', (value) => `${hi}data: {"error":${value}}\n\n`],
  ['in an error event', (value) => `${hi}event: error\ndata: {"detail":[{"loc":${value},"msg":"x"}]}\n\n`],
  ['as the last event', (value) => `${hi}data: {"choices":[],"usage":${value}}`],
  ['as a document', (value) => value, 'application/json'],
  ['in a document', (value) => `{"choices":[{"index":0,"message":{"content":${value}}}]}`, 'application/json'],
  ['in an error as a document', (value) => `{"error":{"message":"No","details":${value}}}`, 'application/json'],
  ['as a document without a content type', (value) => value, ''],
];

it('rejects deep nesting in any part of a response with a typed error', async () => {
  const untyped: string[] = [];
  for (const levels of depths)
    for (const value of [nested(levels), objects(levels)])
      for (const [name, body, type] of bodies)
        // The deepest documents are slow to create and to parse, so that only `final()` reads them.
        for (const read of levels > 10_000 ? ['final'] : ['final', 'loop', 'text']) {
          const stream = chatOf(body(value), type);
          const work = read === 'final' ? stream.final() : toError(read === 'loop' ? stream : stream.text());
          const kind = await kindOf(work);
          if (kind !== 'invalid-response' && kind !== 'http' && kind !== 'truncated')
            untyped.push(`${levels} levels ${name}, ${read}: ${String(kind)}`);
        }
  expect(untyped).toEqual([]);
}, 120_000);

it('reads a response that is nested 150 levels deep', async () => {
  const deep: unknown = JSON.parse(objects(150));
  await expect(choiceOf(delta({ extra: deep, list: [deep] }) + stop)).resolves.toMatchObject({ message: { extra: deep, list: [deep] } });
});

it('changes no prototype for members named __proto__ and constructor', async () => {
  const planted = '{"planted":true}';
  const part = `{"index":0,"__proto__":${planted},"constructor":{"prototype":${planted}},"text":"a"}`;
  const choice = `{"index":0,"__proto__":${planted},"delta":{"__proto__":${planted},"tool_calls":[${part}]},"logprobs":{"__proto__":${planted}},"finish_reason":"stop"}`;
  const body = `data: {"__proto__":${planted},"choices":[${choice}]}\n\n${done}`;
  const whole = await chatOf(body).final();
  expect('planted' in {}).toBe(false);
  expect((whole as { planted?: boolean }).planted).toBeUndefined();
  const [first] = whole['choices'] as Members[];
  expect([first, first?.['message'], first?.['logprobs']].map((each) => (each as { planted?: boolean }).planted)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

const CHOICES = longCount(50_000, 200_000);

it(`reads a response with ${CHOICES} choices`, async () => {
  const choices = Array.from({ length: CHOICES }, (_, index) => `{"index":${index}}`).join(',');
  const { items, error } = await drain(chatOf(`data: {"choices":[${choices}]}\n\n${done}`).text());
  expect({ items, error }).toEqual({ items: [], error: undefined });
}, 60_000);

it.each([
  ['a delta that is a string', '{"choices":[{"delta":"Hi"}]}'],
  ['a delta that is a list', '{"choices":[{"delta":["Hi"]}]}'],
  ['a delta that is a number', '{"choices":[{"delta":7}]}'],
  ['a choice that is a list', '{"choices":[["Hi"]]}'],
  ['choices that are a string', '{"choices":"Hi"}'],
  ['a string', '"Hi"'],
])('rejects an event with %s as invalid-response', async (_, data) => {
  await expect(kindOf(chatOf(`${hi}data: ${data}\n\n${done}`).final())).resolves.toBe('invalid-response');
});

it('replaces bytes that are not UTF-8, and throws truncated if they contain no event', async () => {
  const bytes = Buffer.concat([
    Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"'),
    Buffer.of(0xff, 0xc3, 0x28),
    Buffer.from(`"}}]}\n\n${done}`),
  ]);
  await expect(drain(chatOf(new Uint8Array(bytes)).text())).resolves.toEqual({ items: ['\uFFFD\uFFFD('] });
  await expect(kindOf(chatOf(new Uint8Array([0xff, 0xfe, 0x00])).final())).resolves.toBe('truncated');
  await expect(kindOf(chatOf(new Uint8Array([...Buffer.from(hi + stop), 0xe2, 0x82])).final())).resolves.toBe('complete');
});

it('keeps no body of a stream error of two megabytes', async () => {
  const { error } = await drain(chatOf(`${hi}data: {"error":{"message":"${'x'.repeat(2 * 1024 * 1024)}"}}\n\n`));
  expect(error).toMatchObject({ kind: 'http', message: 'The service reported a failure' });
  expect(error).not.toHaveProperty('body');
});
