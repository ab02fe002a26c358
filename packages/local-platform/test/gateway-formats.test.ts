import { getMessageText, type ResponseFormat } from '@platform-sdk/gateway';
import { expect, it } from 'vitest';
import { ask, createGatewayScene } from './gateway-scene.ts';

const jsonSchema = (schema: object): ResponseFormat => ({ type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } });

const replyIn = async (response_format: ResponseFormat, content = 'Hello 7.5 there'): Promise<string> => {
  const { gateway } = await createGatewayScene();
  const { choices } = await gateway.chat({ ...ask('acme/sage', content), response_format });
  return choices[0] ? getMessageText(choices[0].message) : '';
};

it('the built-in model replies with text by default', async () => {
  await expect(replyIn({ type: 'text' })).resolves.toBe('You said: Hello 7.5 there');
});

it('the built-in model replies with a JSON object if the format is `json_object`', async () => {
  expect(JSON.parse(await replyIn({ type: 'json_object' }, 'Say "hi"'))).toEqual({ reply: 'You said: Say "hi"' });
});

it('the built-in model streams the same JSON as in a plain response', async () => {
  const { gateway } = await createGatewayScene();
  const stream = gateway.chatStream({ ...ask('acme/sage'), response_format: { type: 'json_object' } });
  let text = '';
  for await (const part of stream.text()) text += part;
  expect(JSON.parse(text)).toEqual({ reply: 'You said: Hello there' });
});

it.each<[string, object, unknown]>([
  [
    'required properties',
    { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' }, b: { type: 'number' }, c: { type: 'string' } } },
    { a: 'Hello 7.5 there', b: 7.5 },
  ],
  ['a minimum number of items', { type: 'array', minItems: 2, items: { type: 'boolean' } }, [true, true]],
  ['several kinds, of which the first is used', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 7],
  ['several kinds, of which exactly one must match', { oneOf: [{ const: 'x' }, { type: 'null' }] }, 'x'],
  ['a minimum', { type: 'number', minimum: 10 }, 10],
  ['a maximum', { type: 'integer', maximum: 5 }, 5],
  ['references', { $ref: '#/$defs/unit', $defs: { unit: { enum: ['kelvin', 'celsius'] } } }, 'kelvin'],
  ['an unknown reference, which is treated as text', { $ref: '#/$defs/gone' }, 'Hello 7.5 there'],
])('the built-in model replies with JSON that matches a schema with %s', async (_, schema, expected) => {
  expect(JSON.parse(await replyIn(jsonSchema(schema)))).toEqual(expected);
});

it('the example of a recursive schema ends', async () => {
  const properties = { one: { $ref: '#' }, two: { $ref: '#' } };
  const reply = await replyIn(jsonSchema({ type: 'object', required: ['one', 'two'], properties }));
  expect(JSON.parse(reply)).toMatchObject({ one: { one: { one: {} } } });
  expect(reply.length).toBeLessThan(500_000);
});
