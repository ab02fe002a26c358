import { expect, it } from 'vitest';
import type * as Table from '../../src/call/table.ts';

// The package does not export this module.
const { cut, recordLines, rowOf, tableHead, tableRows, tableShape, textWidth } = (await import(
  new URL('../../src/call/table.ts', import.meta.url).href
)) as typeof Table;

const linesOf = (items: readonly unknown[], width: number, key?: string): string[] => {
  const rows = items.map(rowOf);
  const shape = tableShape(rows, width, key);
  return shape ? [tableHead(shape), ...tableRows(shape, rows)] : [];
};

const wallets = [
  { entityType: 'organization', balance: 1000, addressHash: '0x0000000000000000000000000000000000000004', id: '1', type: 'wallet' },
  { entityType: 'user', balance: 7.5, addressHash: '0x0000000000000000000000000000000000000005', id: '2', type: 'wallet' },
];

it('a table begins with the key, aligns numbers to the right, and shows the columns that fit', () => {
  expect(linesOf(wallets, 60, 'addressHash')).toEqual([
    'addressHash                                 id  entityType',
    '0x0000000000000000000000000000000000000004  1   organization',
    '0x0000000000000000000000000000000000000005  2   user',
  ]);
  expect(linesOf(wallets, 58, 'addressHash')[2]).toBe('0x0000000000000000000000000000000000000005  2       7.5');
  expect(linesOf(wallets, 90, 'addressHash')[1]).toBe('0x0000000000000000000000000000000000000004  1   organization     1000  wallet');
});

it('a table is never wider than the terminal, unless its first column is wider', () => {
  const items = Array.from({ length: 5 }, (_, index) => ({
    id: `id-${index}`,
    name: 'n'.repeat(30 * index),
    note: 'x'.repeat(9),
    at: '2026',
  }));
  for (const width of [20, 40, 60, 100, 160])
    for (const line of linesOf(items, width)) expect(textWidth(line), `${width}: ${line}`).toBeLessThanOrEqual(width);
});

it('a table shows complete values if the width is unlimited', () => {
  expect(linesOf([{ id: 1, text: 'x'.repeat(500) }], Infinity)[1]).toBe(` 1  ${'x'.repeat(500)}`);
});

it('a table lists omitted columns: lists of objects, data about a resource, and columns that do not fit', () => {
  const items = [{ id: '1', users: [{ id: '2' }], meta: { can: { edit: true } }, address: { city: 'London' } }];

  expect(tableShape(items.map(rowOf), Infinity)).toMatchObject({
    columns: [{ name: 'id' }, { name: 'address.city' }],
    omitted: ['users', 'meta'],
  });
});

it('a table removes control characters, and prints each row in one line', () => {
  expect(linesOf([{ id: '1', name: 'a\u001B[31mb\nc\u202Ed' }], 80)[1]).toBe('1   a\u{FFFD}[31mb c\u{FFFD}d');
});

it.each([
  ['Ada', 3],
  ['日本', 4],
  ['🙂', 2],
  ['e\u0301', 1],
])('the text %s has a width of %s columns', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

it('a long text is cut between characters', () => {
  expect([cut('abcdef', 4), cut('日本語', 4), cut('abc', 3)]).toEqual(['abc…', '日…', 'abc']);
});

it('an object is printed with its id first, and with lists and long strings at the end', () => {
  const project = { name: 'First', note: null, tags: [], id: '1', text: '# Title\n\nText.', users: [{ id: '2', role: 'OWNER' }] };

  expect(recordLines(project, 80, (text) => text)).toEqual([
    'id    1',
    'name  First',
    'note  null',
    'tags  none',
    '',
    'text',
    '# Title',
    '',
    'Text.',
    '',
    'users',
    'id  role',
    '2   OWNER',
  ]);
});
