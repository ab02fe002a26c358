import type { AgentPassesClient } from '@platform-sdk/agent-passes';
import type { AnalyticsClient } from '@platform-sdk/analytics';
import type { Pages } from '@platform-sdk/core';
import type { MemoryClient } from '@platform-sdk/memory';
import type { OrganizationsClient } from '@platform-sdk/organizations';
import type { ProjectsClient } from '@platform-sdk/projects';
import { infiniteQuery, rowsOf, type RowOf } from '@platform-sdk/query';
import type { WalletsClient } from '@platform-sdk/wallets';
import type { InfiniteData } from '@tanstack/query-core';
import { expect, expectTypeOf, it } from 'vitest';
import { sampleOf } from '../helpers/sample-values.ts';
import { serviceMethods, type ServiceMethod } from '../helpers/service-methods.ts';

declare const memory: MemoryClient;

interface Output {
  readonly type: string;
  readonly properties?: Readonly<Record<string, { readonly type: string; readonly optional?: boolean }>>;
}

/** Returns the field of the only required array in a response, which is its list. */
const listFieldOf = ({ operation }: ServiceMethod): string | undefined => {
  const { properties = {} } = operation.output as unknown as Output;
  const fields = Object.entries(properties).filter(([, { type, optional }]) => type === 'array' && !optional);
  return fields.length === 1 ? fields[0]?.[0] : undefined;
};

const isPlain = ({ operation }: ServiceMethod): boolean => (operation.output as unknown as Output).type === 'array';
const isPaged = ({ operation }: ServiceMethod): boolean => 'paging' in operation;

/** Reads, some of which return a single resource instead of a list. */
const reads = serviceMethods.filter(({ operation }) => operation.retry === 'safe' || operation.path.endsWith('/search'));
const lists = reads.filter((method) => isPlain(method) || isPaged(method) || listFieldOf(method) !== undefined);

/** `true` for a method whose rows have the type of its items, or that returns no pages. Otherwise the name of the method. */
type Checked<Method, Name> = Method extends (...of: never[]) => Pages<infer Item, infer Page>
  ? [RowOf<Page>, Item] extends [Item, RowOf<Page>]
    ? true
    : Name
  : true;

/** Checks all methods of a client. The result is `true` if all checks succeed. */
type CheckOf<Client> = {
  [Name in keyof Client]: Client[Name] extends (...of: never[]) => unknown ? Checked<Client[Name], Name> : CheckOf<Client[Name]>;
}[keyof Client];

it('rowsOf finds the items in every list response', () => {
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter(isPaged).length).toBeGreaterThanOrEqual(6);
  const wrong = lists.filter((method) => {
    const page = sampleOf(method.operation.output) as Readonly<Record<string, unknown>>;
    return rowsOf(page as never) !== (isPlain(method) ? page : page[listFieldOf(method) ?? '']);
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

it('rowsOf returns the rows of all pages of an infinite query', () => {
  const pages = [
    { sessions: [1, 2], total: 3 },
    { sessions: [3], total: 3 },
  ];
  expect(rowsOf({ pages, pageParams: [{}, {}] })).toEqual([1, 2, 3]);
});

it('rowsOf returns an empty array without data or without a list', () => {
  expect([rowsOf(undefined), rowsOf(null), rowsOf({ total: 0 } as never)]).toEqual([[], [], []]);
});

it('rowsOf has the type of the items for every paged list of every client', () => {
  expectTypeOf<CheckOf<AgentPassesClient>>().toEqualTypeOf<true>();
  expectTypeOf<CheckOf<AnalyticsClient>>().toEqualTypeOf<true>();
  expectTypeOf<CheckOf<MemoryClient>>().toEqualTypeOf<true>();
  expectTypeOf<CheckOf<OrganizationsClient>>().toEqualTypeOf<true>();
  expectTypeOf<CheckOf<ProjectsClient>>().toEqualTypeOf<true>();
  expectTypeOf<CheckOf<WalletsClient>>().toEqualTypeOf<true>();
});

it('rowsOf has the type of the items for lists without pages, for searches and for the data of infinite queries', () => {
  expectTypeOf<RowOf<Awaited<ReturnType<OrganizationsClient['list']>>>>().toExtend<{ readonly name: string }>();
  expectTypeOf<RowOf<Awaited<ReturnType<MemoryClient['memories']['search']>>>>().toExtend<{ readonly similarity: number }>();
  const options = () => infiniteQuery(memory.sessions.list);
  type Page = Awaited<ReturnType<Extract<ReturnType<typeof options>['queryFn'], (...of: never[]) => unknown>>>;
  expectTypeOf<RowOf<InfiniteData<Page>>>().toExtend<{ readonly session_id: string }>();
  // @ts-expect-error rowsOf rejects a single resource
  expectTypeOf(() => rowsOf({ id: '1', name: 'Mill' })).toBeFunction();
});
