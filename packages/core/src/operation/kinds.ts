import type { OpenResponse } from './opened.ts';
import type { Operation } from './operation.ts';
import type { StreamOptions } from './options.ts';
import type { Paging } from './pagination.ts';

/** An operation that answers page by page. It brings its own paging, so clients without one do not pay for it. */
export interface PagedOperation<in out In, in out Page, in out Item> extends Operation<In, Page> {
  readonly paging: Paging<In, Page, Item>;
}

/** An operation whose response is read as it comes. It brings its own reader. */
export interface StreamOperation<in out In, in out Stream> extends Operation<In, unknown> {
  readonly stream: (openResponse: OpenResponse, input: In, options: StreamOptions, name: string) => Stream;
}
