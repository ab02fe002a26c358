import { createPlatform, type Client, type LiteralUnion, type Pages, type PlatformOptions, type RawRequest } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import {
  byPage,
  document,
  array,
  nullable,
  number,
  object,
  enumOf,
  openEnum,
  operation,
  optional,
  resource,
  string,
  type PagedOperation,
  type Resource,
  type Schema,
} from '@platform-sdk/core/contract';
import { mock } from '@platform-sdk/core/testing';
import { expectTypeOf, it } from 'vitest';
import { baseUrl } from './fixtures.ts';

interface Note extends Resource {
  title: string;
  stars?: number;
}

interface Page {
  items: number[];
}

const note = resource<Note>('note', { title: string, stars: optional(number()) });
const bare = { method: 'GET', credentials: 'none', output: document(note), retry: 'safe' } as const;
const get = operation({
  ...bare,
  path: '/notes/{noteId}',
  input: object<{ noteId: string; page?: number }>({ noteId: string, page: optional(number()) }),
});
const all = operation({ ...bare, path: '/notes', input: object<{ page?: number }>({ page: optional(number()) }) });
const numbers: PagedOperation<{ page?: number }, Page, number> = {
  ...operation({
    ...bare,
    path: '/numbers',
    input: object<{ page?: number }>({ page: optional(number()) }),
    output: object<Page>({ items: array(number()) }),
  }),
  paging: byPage({ items: ({ items }: Page) => items, size: () => 10 }),
};
const contract = { get, all, pages: { numbers } };
const client = createClient({ name: 'notes', base: 'organizations' }, contract, createPlatform());

it('gives a client method the input type and the output type of its operation', () => {
  expectTypeOf(client).toEqualTypeOf<Client<typeof contract>>();
  expectTypeOf(client.get).parameter(0).toEqualTypeOf<{ noteId: string; page?: number }>();
  expectTypeOf(client.get).returns.resolves.toEqualTypeOf<Note>();
});

it('compiles without an input only if no field is required', () => {
  expectTypeOf(client.all).toBeCallableWith();
  expectTypeOf(client.all).toBeCallableWith({ page: 1 });
  // @ts-expect-error the path parameter is needed
  expectTypeOf(client.get).toBeCallableWith();
  // @ts-expect-error the path parameter is needed
  expectTypeOf(client.get).toBeCallableWith({});
});

it('does not compile with unknown input fields', () => {
  // @ts-expect-error the field is unknown
  expectTypeOf(() => client.get({ noteId: '1', verbose: true })).toBeFunction();
});

it('gives the method of a paged operation the type Pages', () => {
  expectTypeOf(client.pages.numbers).returns.toEqualTypeOf<Pages<number, Page>>();
});

const paged = object<{ page?: number }>({ page: optional(number()) });

it('compiles an operation only if its input contains every path parameter', () => {
  // @ts-expect-error noteId is missing
  expectTypeOf(() => operation({ ...bare, path: '/notes/{noteId}', input: paged })).toBeFunction();
  // @ts-expect-error page is there, lineId is missing
  expectTypeOf(() => operation({ ...bare, path: '/notes/{page}/lines/{lineId}', input: paged })).toBeFunction();
  expectTypeOf(() => operation({ ...bare, path: '/notes/{page}', input: paged })).toBeFunction();
});

it('compiles an operation only if its input contains the query and bypass fields', () => {
  // @ts-expect-error the field is unknown
  expectTypeOf(() => operation({ ...bare, path: '/notes', input: paged, query: ['size'] })).toBeFunction();
  // @ts-expect-error the field is unknown
  expectTypeOf(() => operation({ ...bare, path: '/notes', input: paged, cacheBypassField: 'fresh' })).toBeFunction();
  expectTypeOf(() => operation({ ...bare, path: '/notes', input: paged, query: ['page'], cacheBypassField: 'page' })).toBeFunction();
});

it('compiles an object only with a schema of the right type for every field', () => {
  interface Line {
    text: string;
    mark?: number;
  }
  expectTypeOf(object<Line>({ text: string, mark: optional(number()) })).toEqualTypeOf<Schema<Line>>();
  // @ts-expect-error mark is missing
  object<Line>({ text: string });
  // @ts-expect-error text is a string
  object<Line>({ text: number(), mark: optional(number()) });
  // @ts-expect-error mark may be absent
  object<Line>({ text: string, mark: number() });
  // @ts-expect-error the field is unknown
  object<Line>({ text: string, mark: optional(number()), color: string });
  // @ts-expect-error text is never null
  object<Line>({ text: nullable(string), mark: optional(number()) });
});

it('infers the known values of openEnum and enumOf', () => {
  expectTypeOf(enumOf('asc', 'desc')).toEqualTypeOf<Schema<'asc' | 'desc'>>();
  expectTypeOf(openEnum('OWNER', 'ADMIN')).toEqualTypeOf<Schema<LiteralUnion<'OWNER' | 'ADMIN'>>>();
  expectTypeOf<'AUDITOR'>().toExtend<LiteralUnion<'OWNER' | 'ADMIN'>>();
});

it('compiles only if the mock returns the output of the operation', () => {
  mock(get, baseUrl, ({ noteId }) => {
    expectTypeOf(noteId).toEqualTypeOf<string>();
    return { id: noteId, title: 'a' };
  });
  mock(get, baseUrl, () => Response.json({}));
  // @ts-expect-error the title is missing
  mock(get, baseUrl, () => ({ id: '1' }));
  // @ts-expect-error the title is a string
  mock(get, baseUrl, () => ({ id: '1', title: 1 }));
  // @ts-expect-error the input has no such field
  mock(get, baseUrl, ({ lineId }) => ({ id: String(lineId), title: 'a' }));
});

it('does not compile with unknown names and values of platform options', () => {
  expectTypeOf<{ apiKey: string }>().toExtend<PlatformOptions>();
  // @ts-expect-error the base is unknown
  expectTypeOf({ baseUrls: { billing: 'https://api.test/v1' } }).toExtend<PlatformOptions>();
  // @ts-expect-error the mode is unknown
  expectTypeOf({ validation: 'strict' } as const).toExtend<PlatformOptions>();
  // @ts-expect-error the base is unknown
  expectTypeOf({ base: 'billing', path: '/x' } as const).toExtend<RawRequest>();
});
