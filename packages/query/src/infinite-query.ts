import type { Pages } from '@platform-sdk/core';
import type { PagedOperation } from '@platform-sdk/core/contract';
import type { InfiniteData, SkipToken } from '@tanstack/query-core';
import type { QueryContext } from './query-client.ts';
import type { Arguments, Callable, InputOf, PagesMethod } from './methods.ts';
import { findOperation, type KeyOptions } from './query-key.ts';
import { commonSettings, type CommonSettings } from './settings.ts';
import { withVisibleLinks } from './visible-links.ts';

/** Options of an infinite query, for any adapter of TanStack Query. `Skipped` is the type of the skip token, if the query can be skipped. */
export interface InfiniteQuerySettings<Input, Page, Skipped = never> extends CommonSettings<
  Page,
  Skipped,
  InfiniteData<Page, Input>,
  QueryContext & { readonly pageParam: Input }
> {
  readonly initialPageParam: Input;
  readonly getNextPageParam: (last: Page, pages: Page[], lastInput: Input, inputs: Input[]) => Input | undefined;
}

type PageOf<Of extends PagesMethod> = ReturnType<Of> extends Pages<unknown, infer Page> ? Page : never;

interface InfiniteQueryFunction {
  /**
   * Creates the options of an infinite query from a method that returns pages: `useInfiniteQuery(infiniteQuery(wallets.transactions, input))`.
   * The input of the next page is the same as in the client's own loops.
   */
  <Of extends PagesMethod>(method: Of, ...of: Arguments<Of, KeyOptions>): InfiniteQuerySettings<InputOf<Of>, PageOf<Of>>;
  <Of extends PagesMethod>(
    method: Of,
    input: InputOf<Of> | SkipToken,
    options?: KeyOptions,
  ): InfiniteQuerySettings<InputOf<Of>, PageOf<Of>, SkipToken>;
  /** Accepts the `skipToken` of another copy of TanStack Query, whose type differs. */
  <Of extends PagesMethod, const Token extends symbol>(
    method: Of,
    input: InputOf<Of> | Token,
    options?: KeyOptions,
  ): InfiniteQuerySettings<InputOf<Of>, PageOf<Of>, Token>;
}

/**
 * Creates the options of an infinite query from a method that returns pages: `useInfiniteQuery(infiniteQuery(wallets.transactions, input))`.
 * The input of the next page is the same as in the client's own loops.
 */
export const infiniteQuery = ((
  method: Callable<Pages<unknown, unknown>>,
  input?: unknown,
  options?: KeyOptions,
): InfiniteQuerySettings<unknown, unknown> => ({
  ...(commonSettings(
    method,
    'infiniteQuery',
    input,
    options,
    async (call, { pageParam }) => {
      // Reads only the page that belongs to `pageParam`.
      for await (const page of method(pageParam, call).pages()) return withVisibleLinks(page);
      return undefined;
    },
    async (client) => ((await client.fetchInfiniteQuery(infiniteQuery(method, input))) as InfiniteData<unknown>).pages[0],
  ) as Omit<InfiniteQuerySettings<unknown, unknown>, 'initialPageParam' | 'getNextPageParam'>),
  initialPageParam: input ?? {},
  // TanStack may have dropped pages, so the first input belongs to the first remaining page.
  getNextPageParam: (_, pages, __, inputs) =>
    (findOperation(method).operation as PagedOperation<unknown, unknown, unknown>).paging.next(inputs[0], pages),
})) as InfiniteQueryFunction;
