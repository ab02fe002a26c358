import type { Pages } from '@platform-sdk/core';

/** Any method of a client. The parameters are `never`, so that methods with any input and options match. */
export type Method<Output = unknown> = (input: never, options?: never) => Output;

/** A method with an untyped input. The compiler has checked the input where the options were created. */
export type Callable<Output> = (input: unknown, options?: unknown) => Output;

/** A method that returns a list page by page. */
export type PagesMethod = Method<Pages<unknown, unknown>>;

/** The part of an event stream that becomes query data. */
export interface TextStream {
  text(): AsyncIterable<string>;
  final(): Promise<unknown>;
}

/** A method that returns an event stream, such as a streamed chat. */
export type StreamMethod = Method<TextStream>;

/** The input of a method. */
export type InputOf<Of extends Method> = Exclude<Parameters<Of>[0], undefined>;

/** The arguments after a method: its input, which is optional if the method needs none, and options. */
export type Arguments<Of extends Method, Options> = undefined extends Parameters<Of>[0]
  ? [input?: InputOf<Of>, options?: Options]
  : [input: InputOf<Of>, options?: Options];

/** The type of a response in a query cache, which stores null because it cannot store `undefined`. */
export type DataOf<Output> = undefined extends Output ? Exclude<Output, undefined | void> | null : Output;
