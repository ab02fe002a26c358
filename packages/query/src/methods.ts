import type { Pages } from '@platform-sdk/core';

/** Any method of a client. Every function with an input and options accepts `never`. */
export type Method<Output = unknown> = (input: never, options?: never) => Output;

/** A method as it is called here. The type of the input was checked when the options were made. */
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

/** A response in a cache, which cannot store `undefined`. */
export type DataOf<Output> = undefined extends Output ? Exclude<Output, undefined | void> | null : Output;
