import {
  either,
  enumOf,
  integer,
  nullable,
  number,
  object,
  openEnum,
  operation,
  optional,
  secret,
  string,
  text,
  type AnyOperation,
  type Schema,
} from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { linesOf, sideBySide } from './service.ts';

type Values = Readonly<Record<string, Schema<never>>>;

const schema = (fields: Values): Schema<Record<string, unknown>> => object(fields as never);

const get = (output: Values, more: Partial<AnyOperation> = {}): AnyOperation => ({
  ...operation({ method: 'GET', path: '/a', credentials: 'user', retry: 'safe', input: schema({}), output: schema(output) }),
  ...more,
});

const post = (input: Values, more: Partial<AnyOperation> = {}): AnyOperation => ({
  ...operation({ method: 'POST', path: '/b', credentials: 'user', retry: 'non-idempotent', input: schema(input), output: schema({}) }),
  ...more,
});

/** Returns these values as fields of a schema, whatever their types. */
const fields = (values: Readonly<Record<string, unknown>>): Values => values as Values;

const inputLines = (before: object, after: object): readonly string[] =>
  linesOf({ act: post(fields({ ...before })) }, { act: post(fields({ ...after })) });

const outputLines = (before: object, after: object): readonly string[] =>
  linesOf({ get: get(fields({ ...before })) }, { get: get(fields({ ...after })) });

it('equal contracts have no changes', () => {
  expect(linesOf({ act: post(fields({ a: string })) }, { act: post(fields({ a: string })) })).toEqual([]);
});

it('a removed operation is breaking, and a new operation is an addition', () => {
  expect(linesOf({ act: post({}) }, { get: get({}) })).toEqual(['breaking: wallets.act was removed', 'addition: wallets.get is new']);
});

it('an operation is renamed if another name has the same request', () => {
  expect(linesOf({ act: post({}) }, { perform: post({}) })).toEqual(['breaking: wallets.act was renamed to wallets.perform']);
});

it('a renamed operation is compared with the operation under the old name', () => {
  expect(linesOf({ act: post({}) }, { perform: post(fields({ a: string })) })).toEqual([
    'breaking: wallets.act was renamed to wallets.perform',
    'breaking: wallets.perform now requires `a`',
  ]);
});

it('only one of two removed operations with the same request is renamed', () => {
  expect(linesOf({ act: post({}), also: post({}) }, { perform: post({}) })).toEqual([
    'breaking: wallets.act was renamed to wallets.perform',
    'breaking: wallets.also was removed',
  ]);
});

it('a changed path, changed credentials and a changed retry class are breaking', () => {
  expect(linesOf({ act: post({}) }, { act: post({}, { path: '/c', credentials: 'admin', retry: 'idempotent' }) })).toEqual([
    'breaking: wallets.act sends POST /c instead of POST /b',
    'breaking: wallets.act needs the credentials admin instead of user',
    'breaking: wallets.act has the retry class idempotent instead of non-idempotent',
  ]);
});

it('changed defaults are breaking', () => {
  expect(linesOf({ get: get({}) }, { get: get({}, { cacheSeconds: 300, status: 201 }) })).toEqual([
    'breaking: wallets.get changed status from the default to 201',
    'breaking: wallets.get changed cacheSeconds from the default to 300',
  ]);
});

it('a removed failure or invalidated path is breaking, and an added failure or path is an addition', () => {
  const [before, after] = [
    post({}, { errors: [402], invalidates: ['/a', '/b'] }),
    post({}, { errors: [404], invalidates: ['/a', ''], alwaysValidate: ['id'] }),
  ];
  expect(linesOf({ act: before }, { act: after })).toEqual([
    'breaking: wallets.act no longer lists 402 in errors',
    'addition: wallets.act now lists 404 in errors',
    'breaking: wallets.act no longer lists /b in invalidates',
    'addition: wallets.act now lists the base path in invalidates',
    'breaking: wallets.act now lists id in alwaysValidate',
  ]);
});

it('a deprecated operation or field is listed with its advice', () => {
  const after = post(fields({ a: optional(string) }), { deprecated: { '*': 'Use wallets.perform.', a: 'Use b.' } });
  expect(linesOf({ act: post(fields({ a: optional(string) })) }, { act: after })).toEqual([
    'other: wallets.act deprecates itself: Use wallets.perform.',
    'other: wallets.act deprecates `a`: Use b.',
  ]);
});

it('a contract that deprecates a field is rejected if its input lacks the field', () => {
  const misspelt = post(fields({ amount: optional(string) }), { deprecated: { amuont: 'Use b.' } });
  expect(() => linesOf({ act: misspelt }, { act: misspelt })).toThrow('wallets.act deprecates amuont, which is not a field of its input');
});

it.each<readonly [string, object, object, string]>([
  ['a new optional field', {}, { a: optional(string) }, 'addition: wallets.act now accepts `a`'],
  ['a new required field', {}, { a: string }, 'breaking: wallets.act now requires `a`'],
  ['a removed field', { a: optional(string) }, {}, 'breaking: wallets.act no longer accepts `a`'],
  ['a required field', { a: optional(string) }, { a: string }, 'breaking: wallets.act now requires a value in `a`'],
  ['an optional field', { a: string }, { a: optional(string) }, 'addition: wallets.act now allows a missing value in `a`'],
  ['a lost null', { a: nullable(string) }, { a: string }, 'breaking: wallets.act no longer allows `null` in `a`'],
  ['a new null', { a: string }, { a: nullable(string) }, 'addition: wallets.act now allows `null` in `a`'],
  ['a lost value', { a: enumOf('x', 'y') }, { a: enumOf('x') }, 'breaking: wallets.act no longer allows "y" in `a`'],
  ['a new value', { a: enumOf('x') }, { a: enumOf('x', 'y') }, 'addition: wallets.act now allows "y" in `a`'],
  ['a list of values', { a: string }, { a: enumOf('x') }, 'breaking: wallets.act now limits the values to "x" in `a`'],
  ['a known value', { a: openEnum('x') }, { a: openEnum('x', 'y') }, 'other: wallets.act now allows "y" in `a`'],
  ['a closed list', { a: openEnum('x') }, { a: enumOf('x') }, 'breaking: wallets.act no longer allows unknown values in `a`'],
  ['a new minimum', { a: number() }, { a: number({ minimum: 1 }) }, 'breaking: wallets.act changed minimum from none to 1 in `a`'],
  ['a removed maximum', { a: number({ maximum: 1 }) }, { a: number() }, 'addition: wallets.act changed maximum from 1 to none in `a`'],
  ['a pattern', { a: string }, { a: text({ pattern: /^x/ }) }, 'breaking: wallets.act changed the pattern from none to /^x/ in `a`'],
  ['another type', { a: string }, { a: number() }, 'breaking: wallets.act changed the type from string to number in `a`'],
  ['a wider number', { a: integer() }, { a: number() }, 'addition: wallets.act changed the type from integer to number in `a`'],
])('%s of an input is reported', (_, before, after, line) => {
  expect(inputLines(before, after)).toEqual([line]);
});

it('a new object is reported once, without its fields', () => {
  const inner = optional(schema(fields({ b: string })));
  expect(inputLines({}, { a: inner })).toEqual(['addition: wallets.act now accepts `a`']);
});

it('a field inside an object is reported with its path', () => {
  const [before, after] = [schema(fields({ b: string })), schema(fields({ b: string, c: string }))];
  expect(inputLines({ a: before }, { a: after })).toEqual(['breaking: wallets.act now requires `a.c`']);
});

it.each<readonly [string, object, object, string]>([
  ['a new field', {}, { a: string }, 'addition: wallets.get now returns `a`'],
  ['a removed field', { a: optional(string) }, {}, 'breaking: wallets.get no longer returns `a`'],
  ['an optional field', { a: string }, { a: optional(string) }, 'breaking: wallets.get now allows a missing value in `a`'],
  ['a required field', { a: optional(string) }, { a: string }, 'addition: wallets.get now requires a value in `a`'],
  ['a new null', { a: string }, { a: nullable(string) }, 'breaking: wallets.get now allows `null` in `a`'],
  ['a new value', { a: enumOf('x') }, { a: enumOf('x', 'y') }, 'breaking: wallets.get now allows "y" in `a`'],
  ['a lost value', { a: enumOf('x', 'y') }, { a: enumOf('x') }, 'addition: wallets.get no longer allows "y" in `a`'],
  ['a bound', { a: number() }, { a: number({ minimum: 1 }) }, 'other: wallets.get changed minimum from none to 1 in `a`'],
  ['a new secret', { a: string }, { a: secret(string) }, 'addition: wallets.get is now marked as a secret in `a`'],
  ['a lost secret', { a: secret(string) }, { a: string }, 'breaking: wallets.get is no longer marked as a secret in `a`'],
])('%s of an output is reported', (_, before, after, line) => {
  expect(outputLines(before, after)).toEqual([line]);
});

it('our comparison and api-smart-diff find changes of inputs, outputs, requests and credentials', async () => {
  const before = { get: get(fields({ a: string, b: string })), act: post(fields({ c: enumOf('x', 'y'), d: optional(string) })) };
  const after = {
    get: get(fields({ a: optional(string) })),
    act: post(fields({ c: enumOf('x'), d: string }), { credentials: 'application' }),
    more: get({}, { path: '/more' }),
  };
  expect(await sideBySide(before, after)).toEqual([
    ['wallets.act credentials', 'breaking', 'breaking', undefined],
    ['wallets.act input c', 'breaking', 'breaking', undefined],
    ['wallets.act input d', 'breaking', 'breaking', undefined],
    ['wallets.get output a', 'breaking', 'breaking', undefined],
    ['wallets.get output b', 'breaking', 'breaking', undefined],
    ['wallets.more operation', 'addition', 'addition', undefined],
  ]);
});

it('the difference for a removed optional field and a changed retry class is explained', async () => {
  const before = { act: post(fields({ a: optional(string), b: string })) };
  const after = { act: post(fields({ b: string }), { retry: 'single-attempt' }) };
  expect(await sideBySide(before, after)).toEqual([
    ['wallets.act input a', 'breaking', 'addition', expect.stringMatching(/tolerant services/)],
    ['wallets.act retry', 'breaking', 'other', expect.stringMatching(/extensions of OpenAPI/)],
  ]);
});

it('our comparison finds the last field of a body even if the body disappears', async () => {
  expect(await sideBySide({ act: post(fields({ a: optional(string) })) }, { act: post({}) })).toEqual([
    ['wallets.act input a', 'breaking', 'breaking', undefined],
  ]);
});

it('the difference for an enumeration that becomes open is explained, because api-smart-diff cannot read the extension', async () => {
  expect(await sideBySide({ act: post(fields({ a: enumOf('x') })) }, { act: post(fields({ a: openEnum('x') })) })).toEqual([
    ['wallets.act input a', 'addition', 'breaking', expect.stringMatching(/extensions of OpenAPI/)],
  ]);
});

it('the difference for a union is explained, because api-smart-diff only reads the first type', async () => {
  const [before, after] = [fields({ a: nullable(string) }), fields({ a: nullable(either(string, integer())) })];
  expect(await sideBySide({ act: post(before) }, { act: post(after) })).toEqual([
    ['wallets.act input a', 'addition', 'breaking', expect.stringMatching(/the first of several kinds/)],
  ]);
});

it('our comparison and api-smart-diff find a renamed operation', async () => {
  expect(await sideBySide({ act: post({}) }, { perform: post({}) })).toEqual([
    ['wallets.act operation', 'breaking', 'other', expect.stringMatching(/names of operations/)],
  ]);
});

it('if two operations share a request, our comparison treats each operation separately', async () => {
  const shared = { act: post(fields({ a: string })), also: post(fields({ a: string })) };
  const rows = await sideBySide(shared, { ...shared, also: post(fields({ a: string, b: optional(string) })) });
  expect(rows).toContainEqual(['wallets.also input b', 'addition', 'addition', undefined]);
  expect(rows).toContainEqual(['wallets.act input b', undefined, 'addition', expect.stringMatching(/one entry for two operations/)]);
});
