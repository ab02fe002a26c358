import type { Opened, OpenResponse } from './opened.ts';
import type { Operation } from './operation.ts';
import type { StreamOptions } from './options.ts';
import type { Paging } from './pagination.ts';

/** An operation that answers page by page. It brings its own paging, so clients without one do not pay for it. */
export interface PagedOperation<in out In, in out Page, in out Item> extends Operation<In, Page> {
  readonly paging: Paging<In, Page, Item>;
}

/** An operation whose response is read as it comes. It brings its own reader, and the code that leaves a response open. */
export interface StreamOperation<in out In, in out Stream> extends Operation<In, unknown> {
  /** Runs a call up to the headers of its response. Its parameters are those of core's client. */
  readonly open: (...parameters: never[]) => Promise<Opened>;
  readonly stream: (openResponse: OpenResponse, input: In, options: StreamOptions, name: string) => Stream;
}
