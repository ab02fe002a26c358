import type { Pages } from '@platform-sdk/core';

/** Any method of a client. */
// oxlint-disable-next-line no-explicit-any -- methods accept no wider inputs than their own
export type Method<Output = unknown> = (input: any, options?: any) => Output;

/** A method that returns a list page by page. */
export type PagesMethod = Method<Pages<unknown, unknown>>;

/** The part of an event stream that becomes data. */
interface TextStream {
  text(): AsyncIterable<string>;
  final(): Promise<unknown>;
}

/** A method that returns an event stream, such as a streamed chat. */
export type StreamMethod = Method<TextStream>;

/** The input of a method. */
export type InputOf<Of extends Method> = Exclude<Parameters<Of>[0], undefined>;

/** The arguments behind a method: its input, which can be left out where the method needs none, and options. */
export type Arguments<Of extends Method, Options, Other = never> = undefined extends Parameters<Of>[0]
  ? [input?: InputOf<Of> | Other, options?: Options]
  : [input: InputOf<Of> | Other, options?: Options];

/** A response as a cache keeps it, which cannot keep `undefined`. */
export type DataOf<Output> = undefined extends Output ? Exclude<Output, undefined | void> | null : Output;
