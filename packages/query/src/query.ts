import type { WithIncluded } from '@platform-sdk/core';
import type { SkipToken } from '@tanstack/query-core';
import type { Arguments, Callable, DataOf, InputOf, Method } from './methods.ts';
import type { KeyOptions } from './query-key.ts';
import { commonSettings, type CommonSettings } from './settings.ts';
import { withVisibleLinks } from './visible-links.ts';

/** Options of a query, for any adapter of TanStack Query. `Skipped` is the type of the skip token, if the query can be skipped. */
export interface QuerySettings<Data, Skipped = never> extends CommonSettings<Data, Skipped> {}

type DataFrom<Of extends Method<Promise<unknown>>> = DataOf<Awaited<ReturnType<Of>>>;

/** The names of related resources that an input can include. */
type IncludeOf<Input> = Input extends { include?: readonly (infer Name extends string)[] } ? Name : never;

interface QueryFunction {
  /** Creates the options of a query with related resources. The data contains an array, which may be empty, for each name in `include`. */
  <Of extends Method<Promise<unknown>>, const Include extends readonly IncludeOf<InputOf<Of>>[]>(
    method: Of,
    input: Omit<InputOf<Of>, 'include'> & { readonly include: Include },
    options?: KeyOptions,
  ): QuerySettings<WithIncluded<DataFrom<Of>, Include>>;
  /**
   * Creates the options of a query from a method of a client and its input: `useQuery(query(organizations.get, { organizationId }))`.
   * With `skipToken` instead of the input, the query waits.
   */
  <Of extends Method<Promise<unknown>>>(method: Of, ...of: Arguments<Of, KeyOptions>): QuerySettings<DataFrom<Of>>;
  <Of extends Method<Promise<unknown>>>(
    method: Of,
    input: InputOf<Of> | SkipToken,
    options?: KeyOptions,
  ): QuerySettings<DataFrom<Of>, SkipToken>;
  /** Accepts the `skipToken` of another copy of TanStack Query, whose type differs. */
  <Of extends Method<Promise<unknown>>, const Token extends symbol>(
    method: Of,
    input: InputOf<Of> | Token,
    options?: KeyOptions,
  ): QuerySettings<DataFrom<Of>, Token>;
}

/**
 * Creates the options of a query from a method of a client and its input: `useQuery(query(organizations.get, { organizationId }))`.
 * With `skipToken` instead of the input, the query waits.
 */
export const query = ((method: Callable<Promise<unknown>>, input?: unknown, options?: KeyOptions): QuerySettings<unknown> =>
  commonSettings(method, 'query', input, options, async (call) => withVisibleLinks((await method(input, call)) ?? null))) as QueryFunction;
