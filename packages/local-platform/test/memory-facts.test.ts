import { expect, it } from 'vitest';
import type * as Facts from '../src/services/memory/facts.ts';

// The package does not export these functions, so the test imports their file.
const inner = new URL('../src/services/memory/facts.ts', import.meta.url).href;
const { camelCase, cleanFacts, factsIn } = (await import(inner)) as typeof Facts;

it.each<[string, string, Record<string, string>]>([
  ['an object', '{"firstName": "Ada", "city": "London"}', { firstName: 'Ada', city: 'London' }],
  ['a code fence', '```json\n{"firstName": "Ada"}\n```', { firstName: 'Ada' }],
  ['a fence without a language', '```\n{"firstName": "Ada"}\n```', { firstName: 'Ada' }],
  ['a fence that never ends', '```json\n{"firstName": "Ada"}', { firstName: 'Ada' }],
  ['text around the object', 'Sure! Here you are:\n{"firstName": "Ada"}\nAnything else?', { firstName: 'Ada' }],
  ['a fence inside a value', '{"snippet": "```js\\n1\\n```", "firstName": "Ada"}', { snippet: '```js\n1\n```', firstName: 'Ada' }],
  ['code before the fence', '```python\nname = extract(text)\n```\n```json\n{"firstName": "Ada"}\n```', { firstName: 'Ada' }],
  ['code with an object before the fence', '```python\nfacts = {"n": 1}\n```\n```json\n{"firstName": "Ada"}\n```', { firstName: 'Ada' }],
  ['code in a fence before the object', '```\nname = extract(text)\n```\nSo: {"firstName": "Ada"}', { firstName: 'Ada' }],
  ['braces in the text before the object', 'The facts {as asked}: {"firstName": "Ada"}', { firstName: 'Ada' }],
  ['a trailing comma', '{"firstName": "Ada", "city": "London",}', { firstName: 'Ada', city: 'London' }],
  ['repeated commas', '{,,"firstName": "Ada",,,}', { firstName: 'Ada' }],
  ['single quotes', "{'firstName': 'Ada', 'city': 'London'}", { firstName: 'Ada', city: 'London' }],
  ['an apostrophe in single quotes', "{'nickname': 'Ada's friend', 'city': 'London'}", { nickname: "Ada's friend", city: 'London' }],
  ['quotes in quotes', '{"motto": "she said "go" and went", "city": "London"}', { motto: 'she said "go" and went', city: 'London' }],
  ['typographic quotes', '{“firstName”: “Ada”}', { firstName: 'Ada' }],
  ['unquoted keys', '{firstName: "Ada", city: "London"}', { firstName: 'Ada', city: 'London' }],
  ['unquoted values', '{firstName: Ada, city: New York\n}', { firstName: 'Ada', city: 'New York' }],
  ["Python's words", "{'married': True, 'smoker': False, 'pet': None}", { married: 'true', smoker: 'false' }],
  ['numbers', '{"age": 36, "height": 1.7}', { age: '36', height: '1.7' }],
  ['an end in the middle of a value', '{"firstName": "Ada", "city": "Lon', { firstName: 'Ada' }],
  ['an end in the middle of a key', '{"firstName": "Ada", "ci', { firstName: 'Ada' }],
  ['an end after a colon', '{"firstName": "Ada", "city":', { firstName: 'Ada' }],
  ['an end in a nested object', '{"firstName": "Ada", "pet": {"name": "Rex", "kind": "do', { firstName: 'Ada', petName: 'Rex' }],
  ['escapes', '{"firstName": "A\\u0064a\\n\\"B\\""}', { firstName: 'Ada\n"B"' }],
  ['a nested object', '{"pet": {"name": "Rex", "age": 3}}', { petName: 'Rex', petAge: '3' }],
  [
    'an address',
    '{"address": {"street": "1 Main St", "city": "London", "postalCode": "N1"}}',
    { street: '1 Main St', city: 'London', postalCode: 'N1' },
  ],
  ['a list', '{"hobbies": ["chess", null, "N/A", "go"]}', { hobbies: 'chess, go' }],
  ['pairs in lines', 'First Name: Ada\n- city = London\nand no more', { firstName: 'Ada', city: 'London' }],
  ['pairs in a fence', '```\nfirstName: Ada\n```', { firstName: 'Ada' }],
  ['two objects', '{} {"firstName": "Ada"}', { firstName: 'Ada' }],
  ['no facts at all', 'I could not find anything.', {}],
  ['an empty output', '', {}],
  ['an open brace', '{', {}],
  ['a list instead of an object', '["Ada"]', {}],
])('cleanFacts reads %s', (_, output, facts) => {
  expect(cleanFacts(output)).toEqual(facts);
});

it.each([
  '',
  ' ',
  'unknown',
  'Unknown',
  'N/A',
  'n/a',
  'NA',
  'none',
  'null',
  'undefined',
  '-',
  '?',
  'not specified',
  'Not provided.',
  'TBD',
])('cleanFacts ignores the placeholder %j', (value) => {
  expect(cleanFacts(JSON.stringify({ city: value, firstName: 'Ada' }))).toEqual({ firstName: 'Ada' });
});

it.each([
  ['password', 'hunter2'],
  ['userPassword', 'hunter2'],
  ['api_key', 'abc'],
  ['accessToken', 'abc'],
  ['PIN', '1234'],
  ['creditCard', 'Visa'],
  ['notes', 'pays with 4111 1111 1111 1111'],
  ['notes', 'pays with 4111111111111111.'],
  ['notes', '5555-5555-5555-4444'],
  ['notes', '3782 822463 10005'],
  ['notes', '4111 1111 1111 1111 12/28'],
  ['notes', '4111111111111111 123'],
  ['notes', '2 cards: 1 4111 1111 1111 1111'],
  ['notes', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
  ['notes', 'sk-abcdefgh1234'],
])('cleanFacts removes sensitive values: %s', (name, value) => {
  expect(cleanFacts(JSON.stringify({ [name]: value, firstName: 'Ada' }))).toEqual({ firstName: 'Ada' });
});

it.each([
  ['a telephone number', '+44 20 7946 0958'],
  ['a phone number whose digits after the plus form a card number', '+4917012345675'],
  ['a phone number that begins with zeros and would otherwise be a card number', '0044 20 7946 0956'],
  ['an ISBN', '978-0-306-40615-7'],
  ['an ISBN that would be a card number without its 978', '978-2-01-633613-7'],
  ['a card number with an additional digit in its last group', '4111 1111 1111 11110'],
  ['a number without the check digit of a card', '4111 1111 1111 1112'],
])('cleanFacts keeps %s', (_, value) => {
  expect(cleanFacts(JSON.stringify({ note: value }))).toEqual({ note: value });
});

it('factsIn removes values of an object with a sensitive name', () => {
  expect(factsIn({ secrets: { colour: 'blue' }, firstName: 'Ada' })).toEqual({ firstName: 'Ada' });
});

it('factsIn never cuts a character in half', () => {
  expect(factsIn({ motto: `${'v'.repeat(999)}😀` })).toEqual({ motto: 'v'.repeat(999) });
  expect(factsIn({ motto: `${'v'.repeat(998)}😀!` })).toEqual({ motto: `${'v'.repeat(998)}😀` });
});

it('cleanFacts keeps names of the object prototype', () => {
  const facts = cleanFacts('{"constructor": "Brunel", "__proto__": "x", "toString": "y"}');
  expect(Object.entries(facts)).toEqual([
    ['constructor', 'Brunel'],
    ['proto', 'x'],
    ['toString', 'y'],
  ]);
});

it('cleanFacts keeps the first of two names that become equal', () => {
  expect(cleanFacts('{"first_name": "Ada", "First Name": "Grace"}')).toEqual({ firstName: 'Ada' });
});

it.each([
  ['braces', '{'.repeat(100_000)],
  ['nested objects', '{"a":'.repeat(100_000)],
  ['nested lists', `{"a":${'['.repeat(100_000)}`],
  ['quotes', `{${'" '.repeat(100_000)}`],
  ['commas', `{${','.repeat(100_000)}`],
  ['colons', ':'.repeat(100_000)],
  ['empty objects', '{}'.repeat(100_000)],
  ['backslashes', `{"a":"${'\\'.repeat(100_001)}`],
  ['fences', '```'.repeat(50_001)],
  [
    'a long name above many',
    JSON.stringify({ ['aB '.repeat(27_000)]: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, 1])) }),
  ],
  ['half a surrogate', '{"\uD800": "\uDC00"}'],
])('cleanFacts finds at most one fact in an output that consists of %s', (_, output) => {
  expect(Object.keys(cleanFacts(output)).length).toBeLessThanOrEqual(1);
});

it('cleanFacts never throws for output that is cut anywhere', () => {
  const whole = "Facts: ```json\n{'firstName': 'Ada', pet: {name: \"Rex\", tags: [1, True, None]}, 'city': 'London',}\n```";
  for (let end = 0; end <= whole.length; end++) {
    const { firstName = 'Ada', petName = 'Rex', city = 'London' } = cleanFacts(whole.slice(0, end));
    expect([firstName, petName, city]).toEqual(['Ada', 'Rex', 'London']);
  }
});

it.each([
  ['firstName', 'firstName'],
  ['first_name', 'firstName'],
  ['First Name', 'firstName'],
  ['FIRST-NAME', 'firstName'],
  ['FirstName', 'firstName'],
  ['prénom', 'prenom'],
  ['2nd address', 'ndAddress'],
  ['$$$', ''],
  ['', ''],
])('camelCase converts %j to %j', (name, key) => {
  expect(camelCase(name)).toBe(key);
});
