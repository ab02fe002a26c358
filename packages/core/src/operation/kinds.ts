import type { OpenResponse } from './opened.ts';
import type { Operation } from './operation.ts';
import type { StreamOptions } from './options.ts';
import type { Paging } from './pagination.ts';

/**
 * An operation that returns its list page by page. The operation contains its paging code, so that clients without such operations do not
 * bundle paging.
 */
export interface PagedOperation<
  in out In,
  in out Page,
  in out Item,
  out Failure extends number | string = number | string,
> extends Operation<In, Page, Failure> {
  readonly paging: Paging<In, Page, Item>;
}

/** An operation whose response is read as it arrives. The operation contains its reader, and the code that keeps a response open. */
export interface StreamOperation<in out In, in out Stream, out Failure extends number | string = number | string> extends Operation<
  In,
  unknown,
  Failure
> {
  /** Runs a call of the operation. */
  readonly run: (invocation: never) => unknown;
  readonly stream: (openResponse: OpenResponse, input: In, options: StreamOptions, name: string) => Stream;
}
