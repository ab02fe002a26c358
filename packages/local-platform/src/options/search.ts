import { boolean, object, optional } from '@platform-sdk/core/contract';

/** Options of the local search service. */
export interface LocalSearchOptions {
  /** If true, calls without agent credentials get 401. Default: false. */
  readonly requireAgent?: boolean;
}

export const localSearchOptions = object<LocalSearchOptions>({ requireAgent: optional(boolean) });
