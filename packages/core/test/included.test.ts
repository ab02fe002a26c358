import {
  collection,
  document,
  relationship,
  array,
  nullable,
  object,
  operation,
  optional,
  resource,
  string,
  type Resource,
} from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { benchOf } from './fixtures.ts';
import { json, recordingFetch } from './recording-fetch.ts';

interface Book extends Resource {
  title: string;
  subtitle?: string;
  soldAt?: string | null;
}

interface Shelf extends Resource {
  name: string;
  readonly books?: Book[];
  readonly owners?: Resource[];
  readonly soldBooks?: Resource[];
}

const book = resource<Book>('book', { title: string, subtitle: optional(string), soldAt: optional(nullable(string)) });
const shelf = resource<Shelf>('shelf', {
  name: string,
  books: relationship(book, 'printed_work'),
  owners: relationship(resource<Resource>('users', {})),
  soldBooks: relationship(resource<Resource>('sold_book', {})),
});
const include = optional(array(string));
const bare = { method: 'GET', credentials: 'none', input: object<{ include?: string[] }>({ include }), retry: 'safe' } as const;
const contract = {
  get: operation({ ...bare, path: '/shelf', output: document(shelf) }),
  all: operation({ ...bare, path: '/shelves', output: collection(shelf) }),
};

const shelfOf = (id: string, more: object = {}) => ({ id, type: 'shelf', attributes: { name: id }, ...more });
const bookOf = (id: string, attributes: object = {}, more: object = {}) => ({
  id,
  type: 'book',
  attributes: { title: id, ...attributes },
  ...more,
});
const userOf = (id: string) => ({ id, type: 'users', attributes: {} });
const related = (name: string, ...data: readonly object[]) => ({ relationships: { [name]: { data } } });

const get = (answer: object, asked?: string[]): Promise<Shelf> =>
  benchOf(contract, recordingFetch(json(answer))).client.get(asked && { include: asked });
const all = (answer: object, asked?: string[]): Promise<Shelf[]> =>
  benchOf(contract, recordingFetch(json(answer))).client.all(asked && { include: asked });

const ids = (resources: readonly Resource[] | undefined): string[] | undefined => resources?.map(({ id }) => id);

it('links included resources to a single resource by their type', async () => {
  const found = await get({ data: shelfOf('1'), included: [bookOf('a'), userOf('u'), bookOf('b')] });
  expect([ids(found.books), ids(found.owners)]).toEqual([['a', 'b'], ['u']]);
});

it('links the same objects that the groups contain', async () => {
  const found = await get({ data: shelfOf('1'), included: [bookOf('a')] });
  expect(found.books?.[0]).toBe(found.included?.['book']?.[0]);
});

it.each(['book', 'books', 'Book', 'printed_work', 'printedWorks'])('finds included resources of the type %s', async (type) => {
  const found = await get({ data: shelfOf('1'), included: [{ ...bookOf('a'), type }] });
  expect(ids(found.books)).toEqual(['a']);
  expect(Object.keys(found.included ?? {})).toEqual([type]);
});

it('lists no linked resources among the keys of a resource', async () => {
  const found = await get({ data: shelfOf('1'), included: [bookOf('a')] }, ['books', 'owners']);
  expect(Object.keys(found)).toEqual(['name', 'id', 'type']);
});

it('keeps an attribute that has the same name as an included resource', async () => {
  const found = await get({ data: { ...shelfOf('1'), attributes: { name: '1', books: ['a'] } }, included: [bookOf('b')] });
  expect(found.books).toEqual(['a']);
});

it('links included resources if an attribute of the same name is null', async () => {
  const found = await get({ data: { ...shelfOf('1'), attributes: { name: '1', books: null } }, included: [bookOf('b')] });
  expect(ids(found.books)).toEqual(['b']);
});

it('links included resources to the only resource of a collection', async () => {
  const [found] = await all({ data: [shelfOf('1')], included: [bookOf('a')] });
  expect(ids(found?.books)).toEqual(['a']);
});

it.each([
  ['an attribute in snake case', (owner: string) => bookOf(`of-${owner}`, { shelf_id: Number(owner) })],
  ['an attribute in camel case', (owner: string) => bookOf(`of-${owner}`, { shelfId: owner })],
  ['a relationship', (owner: string) => bookOf(`of-${owner}`, {}, { relationships: { shelf: { data: { type: 'shelf', id: owner } } } })],
])('links included resources to the resource that they name by %s', async (_, ownedBy) => {
  const found = await all({ data: [shelfOf('1'), shelfOf('2'), shelfOf('3')], included: [ownedBy('1'), ownedBy('2')] });
  expect(found.map(({ books }) => ids(books))).toEqual([['of-1'], ['of-2'], []]);
});

it.each([
  ['no included resource names its owner', [bookOf('a'), bookOf('b')]],
  ['an included resource does not name its owner', [bookOf('a', { shelf_id: '1' }), bookOf('b')]],
])('links included resources to no resource if %s', async (_, included) => {
  const found = await all({ data: [shelfOf('1'), shelfOf('2')], included }, ['books']);
  expect(found.map(({ books }) => books)).toEqual([undefined, undefined]);
  expect(ids(found[0]?.included?.['book'])).toEqual(['a', 'b']);
});

it('links included resources by their relationship instead of their type if a relationship exists', async () => {
  const data = shelfOf('1', related('books', { type: 'book', id: 'b' }));
  expect(ids((await get({ data, included: [bookOf('a'), bookOf('b')] })).books)).toEqual(['b']);
});

it.each(['soldBooks', 'sold_books', 'sold-books', 'SoldBooks'])('links a relationship under the name of its field: %s', async (name) => {
  const data = shelfOf('1', related(name, { type: 'book', id: 'b' }));
  const found = await get({ data, included: [bookOf('a'), bookOf('b')] }, ['soldBooks']);
  expect(ids(found.soldBooks)).toEqual(['b']);
});

it('keeps the name of a relationship to one resource if a field for several resources exists', async () => {
  const data = shelfOf('1', { relationships: { owner: { data: { type: 'users', id: 'u' } }, owners: { data: [] } } });
  const found = await get({ data, included: [userOf('u')] });
  expect([ids(found.owners), (found as { owner?: Resource }).owner?.id]).toEqual([[], 'u']);
});

it('links resources by type if relationships exist only for resources of another type', async () => {
  const data = shelfOf('1', related('books', { type: 'book', id: 'b' }));
  expect(ids((await get({ data, included: [userOf('u'), bookOf('b')] })).owners)).toEqual(['u']);
});

it('ignores relationships without linkage', async () => {
  const data = shelfOf('1', { relationships: { books: { links: { related: '/books' } } } });
  expect(ids((await get({ data, included: [bookOf('a')] })).books)).toEqual(['a']);
});

it('links books by type beside the relationship favourites only if the request includes books', async () => {
  const data = shelfOf('1', related('favourites', { type: 'book', id: 'b' }));
  const included = [bookOf('a'), bookOf('b')];
  expect((await get({ data, included }, ['owners'])).books).toBeUndefined();
  expect(ids((await get({ data, included }, ['books'])).books)).toEqual(['a', 'b']);
});

it('links nothing by type if one of several resources has relationships', async () => {
  const data = [shelfOf('1', related('books', { type: 'book', id: 'a' })), shelfOf('2')];
  const found = await all({ data, included: [bookOf('a'), bookOf('b')] });
  expect(found.map(({ books }) => ids(books))).toEqual([['a'], undefined]);
});

it.each([
  ['included is empty', { included: [] }],
  ['included is missing', {}],
  ['included is null', { included: null }],
  ['only other resources are included', { included: [userOf('u')] }],
])('returns an empty list for a requested relationship without resources when %s', async (_, more) => {
  const found = await get({ data: shelfOf('1'), ...more }, ['books']);
  expect(found.books).toEqual([]);
});

it('returns an empty list of a requested relationship for each resource of a collection', async () => {
  const found = await all({ data: [shelfOf('1'), shelfOf('2')] }, ['books']);
  expect(found.map(({ books }) => books)).toEqual([[], []]);
});

it('returns undefined for a relationship that was not requested', async () => {
  const found = await get({ data: shelfOf('1'), included: [] }, ['owners']);
  expect([found.books, found.owners]).toEqual([undefined, []]);
});

it('removes null members from an included resource, unless the type of the member allows null', async () => {
  const found = await get({ data: shelfOf('1'), included: [bookOf('a', { subtitle: null, soldAt: null })] });
  expect(found.books).toEqual([{ id: 'a', type: 'book', title: 'a', soldAt: null }]);
});

it('reports a mistyped field of an included resource', async () => {
  const events: unknown[] = [];
  const answer = { data: shelfOf('s1'), included: [bookOf('b1'), bookOf('b2', { title: 7 })] };
  const { client } = benchOf(contract, recordingFetch(json(answer)), { logger: (event) => events.push(event) });
  expect(ids((await client.get()).books)).toEqual(['b1', 'b2']);
  expect(events.filter((event) => (event as { type: string }).type === 'invalid-response')).toEqual([
    { type: 'invalid-response', operation: 'notes.get', field: 'books.*.title', message: 'must be a string' },
  ]);
});
