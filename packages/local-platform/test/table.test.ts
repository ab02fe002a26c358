import { expect, it, vi } from 'vitest';
import type * as Table from '../src/world/table.ts';

const { createTable } = await vi.importActual<typeof Table>('../src/world/table.ts');

interface Note {
  readonly id: string;
  readonly from: string;
  readonly to?: string | null;
}

const filled = (...notes: readonly Note[]) => {
  const table = createTable<Note, 'person'>({ person: ({ from, to }) => [from, to] });
  for (const note of notes) table.set(note.id, note);
  return table;
};
const ids = (notes: Iterable<Note>): string[] => [...notes].map(({ id }) => id);

it('a table finds records by every key of an index, oldest first', () => {
  const table = filled({ id: '1', from: 'ada' }, { id: '2', from: 'bob', to: 'ada' }, { id: '3', from: 'bob', to: null });
  expect(ids(table.by('person', 'ada'))).toEqual(['1', '2']);
  expect(ids(table.by('person', 'bob'))).toEqual(['2', '3']);
  expect(ids(table.by('person', 'eve'))).toEqual([]);
});

it('a table lists a record once if it has a key twice', () => {
  expect(ids(filled({ id: '1', from: 'ada', to: 'ada' }).by('person', 'ada'))).toEqual(['1']);
});

it('a table does not find removed or replaced records', () => {
  const table = filled({ id: '1', from: 'ada' }, { id: '2', from: 'ada' });
  table.delete('1');
  table.set('2', { id: '2', from: 'bob' });
  expect(ids(table.by('person', 'ada'))).toEqual([]);
  expect(ids(table.by('person', 'bob'))).toEqual(['2']);
  table.clear();
  expect(ids(table.by('person', 'bob'))).toEqual([]);
  expect(table.size).toBe(0);
});

it('a list of a table stays correct while its records are removed', () => {
  const table = filled(...Array.from({ length: 20 }, (_, index) => ({ id: String(index), from: 'ada', to: index % 2 ? 'bob' : null })));
  const visited = table.by('person', 'bob').map(({ id }) => {
    table.delete(id);
    return id;
  });
  expect(visited).toHaveLength(10);
  expect(ids(table.by('person', 'bob'))).toEqual([]);
  expect(ids(table.by('person', 'ada'))).toEqual(['0', '2', '4', '6', '8', '10', '12', '14', '16', '18']);
});

it('a table removes the right records from a list, even if a record was added again', () => {
  const notes = Array.from({ length: 9 }, (_, index) => ({ id: String(index), from: 'ada' }));
  const table = filled(...notes);
  table.delete('0');
  table.delete('8');
  table.delete('4');
  table.set('4', notes[4] as Note);
  expect(ids(table.by('person', 'ada'))).toEqual(['1', '2', '3', '5', '6', '7', '4']);
  table.delete('4');
  expect(ids(table.by('person', 'ada'))).toEqual(['1', '2', '3', '5', '6', '7']);
});

it('a table sorts records by insertion, without duplicates', () => {
  const [one, two, three] = [
    { id: '1', from: 'ada' },
    { id: '2', from: 'bob' },
    { id: '3', from: 'eve' },
  ] as const;
  expect(ids(filled(one, two, three).inOrder([three, one, three, two]))).toEqual(['1', '2', '3']);
});
