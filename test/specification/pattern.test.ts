import { expect, it } from 'vitest';
import { patternOf } from '@platform-sdk/reference/pattern';

it.each<[RegExp, string]>([
  [/^\w+\.(asc|desc)$/, '^\\w+\\.(asc|desc)$'],
  [/^https?:\/\/[^\s/]/i, '^[hH][tT][tT][pP][sS]?:\\/\\/[^\\s/]'],
  [/^[a-z]{2}(?:-[\da-f\u00e9]+)?$/i, '^[a-zA-Z]{2}(?:-[\\da-fA-F\\u00e9]+)?$'],
  [/(?<!-)\p{L}x/iu, '(?<!-)\\p{L}[xX]'],
])('patternOf writes a pattern without flags for %s', (pattern, written) => {
  expect(patternOf(pattern)).toBe(written);
});

it('patternOf throws if JSON Schema cannot express a pattern', () => {
  expect(() => patternOf(/^a$/m)).toThrow('JSON Schema cannot express /^a$/m.');
});
