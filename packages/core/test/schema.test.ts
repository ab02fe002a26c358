import {
  unknown,
  boolean,
  either,
  integer,
  array,
  arrayUpTo,
  nullable,
  number,
  object,
  enumOf,
  openEnum,
  optional,
  record,
  string,
  text,
  type SchemaData,
} from '@platform-sdk/core/contract';
import { problemsOf } from '@platform-sdk/core/internal';
import { describe, expect, it } from 'vitest';

interface Note {
  title: string;
  stars?: number;
  color?: string | null;
}

const note = object<Note>({ title: string, stars: optional(number()), color: optional(nullable(string)) });

it.each<readonly [name: string, schema: SchemaData, value: unknown]>([
  ['a complete object', note, { title: 'a', stars: 1, color: null }],
  ['unknown keys of an object', note, { title: 'a', later: { any: 'thing' } }],
  ['an unknown string of an open enum', openEnum('OWNER', 'ADMIN'), 'AUDITOR'],
])('accepts %s', (_, schema, value) => {
  expect(problemsOf(schema, value)).toEqual([]);
});

it.each<readonly [name: string, schema: SchemaData, value: unknown, field: string, message: string]>([
  ['the name of a missing field', note, {}, 'title', 'is required'],
  ['the name and the expected type of a mistyped field', note, { title: 'a', stars: '5' }, 'stars', 'must be a number'],
  ['the dotted path of a field in a nested list', array(note), [{ title: 'a' }, { title: 7 }], '1.title', 'must be a string'],
  ['the allowed values of enumOf', enumOf('light', 'dark'), 'grey', '', 'must be one of light, dark'],
  ['a value of an open enum that is not a string', openEnum('OWNER', 'ADMIN'), 1, '', 'must be a string'],
  ['the key of an invalid value of a record', record(boolean), { a: true, b: 'yes' }, 'b', 'must be true or false'],
  [
    "the schema's own message if a pattern does not match",
    text({ pattern: /^\d{6}$/, message: 'must be six' }),
    '12345',
    '',
    'must be six',
  ],
])('reports %s', (_, schema, value, field, message) => {
  expect(problemsOf(schema, value)).toEqual([{ field, message }]);
});

it('reports every problem in the order of the fields', () => {
  expect(problemsOf(note, { title: 7, stars: true }).map(({ field }) => field)).toEqual(['title', 'stars']);
});

it.each([
  ['a list', array(string), {}],
  ['an object', note, []],
  ['an object', record(string), 'text'],
  ['a string', string, null],
  ['true or false', boolean, 'true'],
])('shows the expected type: %s', (name, schema, value) => {
  expect(problemsOf(schema, value)).toEqual([{ field: '', message: `must be ${name}` }]);
});

it.each([Number.NaN, Infinity, -Infinity])('rejects %d as a number', (value) => {
  expect(problemsOf(number(), value)).toHaveLength(1);
});

it('accepts an absent optional field and a null nullable field, but not the reverse', () => {
  const both = object<{ absent?: string; empty: string | null }>({ absent: optional(string), empty: nullable(string) });
  expect(problemsOf(both, { empty: null })).toEqual([]);
  expect(problemsOf(both, { absent: null })).toEqual([
    { field: 'absent', message: 'must be a string' },
    { field: 'empty', message: 'is required' },
  ]);
});

it.each([
  ['', /1 characters/],
  ['abcd', /3 characters/],
])('checks the length of the string %j', (value, message) => {
  const [problem] = problemsOf(text({ minLength: 1, maxLength: 3 }), value);
  expect(problem?.message).toMatch(message);
});

it.each([
  [number({ minimum: 0, maximum: 1 }), 1.5, 'must be at most 1'],
  [number({ minimum: 0 }), -1, 'must be at least 0'],
  [number({ maximum: 9 }), 10, 'must be at most 9'],
  [integer({ minimum: 1 }), 1.5, 'must be a whole number'],
  [integer({ minimum: 1 }), 2 ** 53, 'must be at most 9007199254740991'],
  [integer({ maximum: 1 }), -(2 ** 53), 'must be at least -9007199254740991'],
])('rejects an invalid number: %#', (schema, value, message) => {
  expect(problemsOf(schema, value)).toEqual([{ field: '', message }]);
});

it.each([1, 100])('accepts a number that equals its bound: %d', (value) => {
  expect(problemsOf(integer({ minimum: 1, maximum: 100 }), value)).toEqual([]);
});

it.each([undefined, null, 'text', 1, [], {}])('accepts %j as unknown', (value) => {
  expect(problemsOf(unknown, value)).toEqual([]);
});

describe('either', () => {
  interface Shelf {
    notes: string | Note[];
    best?: string | Note | null;
  }
  const shelf = object<Shelf>({ notes: either(string, array(note)), best: optional(nullable(either(string, note))) });

  it.each<[string, unknown, unknown[]]>([
    ['the first type', { notes: 'none' }, []],
    ['the second type', { notes: [{ title: 'a' }], best: { title: 'a' } }, []],
    ['an allowed null', { notes: [], best: null }, []],
    ['a missing field', {}, [{ field: 'notes', message: 'is required' }]],
    ['a forbidden null', { notes: null }, [{ field: 'notes', message: 'must be a string or a list' }]],
    ['another type', { notes: {} }, [{ field: 'notes', message: 'must be a string or a list' }]],
    ['a list instead of an object', { notes: [], best: [] }, [{ field: 'best', message: 'must be a string or an object' }]],
    ['a wrong item', { notes: [{ title: 'a' }, { title: 7 }] }, [{ field: 'notes.1.title', message: 'must be a string' }]],
    ['a wrong member', { notes: [], best: {} }, [{ field: 'best.title', message: 'is required' }]],
  ])('checks a value of either with the schema of its type: %s', (_, value, problems) => {
    expect(problemsOf(shelf, value)).toEqual(problems);
  });
});

it('limits the number of items of a list', () => {
  expect(problemsOf(arrayUpTo(2, string), ['a', 'b'])).toEqual([]);
  expect(problemsOf(arrayUpTo(2, string), ['a', 'b', 'c'])).toEqual([{ field: '', message: 'must be at most 2 items' }]);
  expect(problemsOf(optional(arrayUpTo(2, string)), undefined)).toEqual([]);
  expect(problemsOf(arrayUpTo(2, string), ['a', 7])).toEqual([{ field: '1', message: 'must be a string' }]);
});
