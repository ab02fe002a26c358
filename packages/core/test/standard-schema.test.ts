import { toStandardSchema } from '@platform-sdk/core';
import { nonEmptyString, array, number, object, operation, optional, record, string, noContent } from '@platform-sdk/core/contract';
import { expect, expectTypeOf, it } from 'vitest';

interface Order {
  name: string;
  lines?: { amount: number }[];
  prices?: Record<string, number>;
}

const order = object<Order>({
  name: nonEmptyString,
  lines: optional(array(object<{ amount: number }>({ amount: number() }))),
  prices: optional(record(number())),
});
const standard = toStandardSchema(order)['~standard'];

it('returns a valid input unchanged, as version 1 of Standard Schema', () => {
  const input = { name: 'Engine', lines: [{ amount: 1 }] };
  expect(standard).toMatchObject({ version: 1, vendor: 'platform-sdk' });
  expect(standard.validate(input)).toEqual({ value: input });
});

it('reports every problem at its path, with the message of the call', () => {
  expect(standard.validate({ name: '', lines: [{ amount: 1 }, { amount: 'two' }] })).toEqual({
    issues: [
      { path: ['name'], message: 'name is empty' },
      { path: ['lines', 1, 'amount'], message: 'lines.1.amount must be a number' },
    ],
  });
  expect(standard.validate({})).toEqual({ issues: [{ path: ['name'], message: 'name is required' }] });
  expect(standard.validate(null)).toEqual({ issues: [{ path: [], message: 'the input must be an object' }] });
});

it('returns the path of a problem whose key contains dots', () => {
  expect(standard.validate({ name: 'a', prices: { 'USD.e': 'one', USD: 2 } })).toMatchObject({ issues: [{ path: ['prices', 'USD.e'] }] });
});

it('reports unknown fields, and values that cannot be sent', () => {
  expect(standard.validate({ name: 'a', nmae: 'b' })).toMatchObject({ issues: [{ path: ['nmae'] }] });
  expect(standard.validate({ name: 'a', prices: { USD: Number.NaN } })).toMatchObject({ issues: [{ path: ['prices', 'USD'] }] });
});

it('uses the `message` option for the message of each issue', () => {
  const translated = toStandardSchema(order, { message: ({ field }) => `${field} fehlt` });
  expect(translated['~standard'].validate({})).toEqual({ issues: [{ path: ['name'], message: 'name fehlt' }] });
});

it('includes the inputProblems of an operation', () => {
  const create = operation({
    method: 'POST',
    path: '/orders',
    credentials: 'none',
    input: object<{ from: string; to: string }>({ from: string, to: string }),
    inputProblems: ({ from, to }) => (from === to ? [{ field: 'to', message: 'must be another' }] : []),
    output: noContent,
    retry: 'non-idempotent',
    invalidates: [],
  });
  expect(toStandardSchema(create)['~standard'].validate({ from: 'a', to: 'a' })).toEqual({
    issues: [{ path: ['to'], message: 'to must be another' }],
  });
});

it('infers the type of the input of a Standard Schema', () => {
  expectTypeOf<NonNullable<typeof standard.types>>().toEqualTypeOf<{ readonly input: Order; readonly output: Order }>();
});
