import { expect, it, vi } from 'vitest';
import type * as JsonText from '../src/services/upload/json-text.ts';

const { indented } = await vi.importActual<typeof JsonText>('../src/services/upload/json-text.ts');

it.each([
  ['{"a":[1,{"b":null}],"c":{},"d":[]}', '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": []\n}'],
  [String.raw`["\"","\\","{[,:]}","a b"]`, String.raw`[X  "\"",X  "\\",X  "{[,:]}",X  "a b"X]`.replaceAll('X', '\n')],
  [' { "same" : 1.50 , "same" : 12345678901234567890 } ', '{\n  "same": 1.50,\n  "same": 12345678901234567890\n}'],
  ['true', 'true'],
])('%s in a JSON file is formatted with one value per line', (text, expected) => {
  expect(indented(text)).toBe(expected);
});

it.each([
  ['a string', `"${'x'.repeat(30e6)}"`],
  ['a string of escapes', `"${String.raw`\"`.repeat(10e6)}"`],
  ['a number', '1'.repeat(30e6)],
])('a JSON file can consist of %s of at least 20 MB', (_, text) => {
  expect(indented(text)).toBe(text);
});
