import type { Pages } from '@platform-sdk/core';

/** Any method of a client: every function of an input and options accepts `never`. */
export type Method<Output = unknown> = (input: never, options?: never) => Output;

/** A method as it is called here: the input was checked against its type where the options were made. */
export type Callable<Output> = (input: unknown, options?: unknown) => Output;

/** A method that returns a list page by page. */
export type PagesMethod = Method<Pages<unknown, unknown>>;

/** The part of an event stream that becomes data. */
export interface TextStream {
  text(): AsyncIterable<string>;
  final(): Promise<unknown>;
}

/** A method that returns an event stream, such as a streamed chat. */
export type StreamMethod = Method<TextStream>;

/** The input of a method. */
export type InputOf<Of extends Method> = Exclude<Parameters<Of>[0], undefined>;

/** The arguments behind a method: its input, which can be left out where the method needs none, and options. */
export type Arguments<Of extends Method, Options> = undefined extends Parameters<Of>[0]
  ? [input?: InputOf<Of>, options?: Options]
  : [input: InputOf<Of>, options?: Options];

/** A response as a cache keeps it, which cannot keep `undefined`. */
export type DataOf<Output> = undefined extends Output ? Exclude<Output, undefined | void> | null : Output;
