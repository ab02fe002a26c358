import type { PlatformError } from '../diagnostics/errors.ts';
import type { Encode, StorageRedirects } from '../http/wire.ts';
import type { Problem } from '../schema/problem.ts';
import type { Schema } from '../schema/schema.ts';
import type { Authenticate } from './credentials.ts';
import type { BaseName, Confidence, Credentials, Method, RetryClass } from './names.ts';
import type { CallOptions } from './options.ts';

/** The place of the input's fields in the body. */
export interface BodyForm {
  readonly at: readonly string[];
  /** `data.type` of an envelope. Absent if the service expects none. */
  readonly type?: string | undefined;
  /** The path parameter that the body repeats as `data.id`. Default: none. */
  readonly id?: string | undefined;
}

/** The description of one call, for the client, the mock, the local platform and the reference. */
export interface Operation<in out In, in out Out, out Failure extends number | string = number | string> {
  readonly method: Method;
  /** Relative to the base address; `{name}` takes `input.name`. */
  readonly path: string;
  /** The base address. Default: the service's own. */
  readonly base?: BaseName;
  readonly credentials: Credentials;
  /** The requested media type. Default: `application/json`. */
  readonly accept?: string;
  /** Attaches credentials beyond the Api-Key and the session. Default: these two, by `credentials`. */
  readonly authenticate?: Authenticate;
  /** Every argument of the call, path parameters included. */
  readonly input: Schema<In>;
  /** Finds problems that no schema can express, in an input that its schema allows. Default: none. */
  readonly inputProblems?: (input: In) => readonly Problem[];
  readonly output: Schema<Out>;
  /** Input fields that travel in the query although the call has a body. Default: none. */
  readonly query?: readonly (string & keyof In)[];
  /** The place of the other fields in the body. Default: its top level. */
  readonly body?: BodyForm;
  /** Writes the body's fields in another form. Such a call lasts as long as bytes arrive or leave, unless it has a `timeoutMs`. Default: JSON. */
  readonly encode?: (fields: Readonly<Record<string, unknown>>, options: CallOptions) => Encode;
  /** Follows a redirect to another origin, with no header that was meant for this one. Default: such a redirect is an error. */
  readonly redirects?: StorageRedirects;
  /** The documented success status. Default: 200. */
  readonly status?: number | ((output: Out) => number);
  readonly retry: RetryClass;
  /** The names of call options that only this operation has, such as `onProgress`. Default: none. */
  readonly ownOptions?: readonly string[];
  /** The server computes the response before its headers, so they may take as long as the whole call. Default: false. */
  readonly generates?: true;
  /** How long a response is cached, in seconds. Default: responses are not cached. */
  readonly cacheSeconds?: number;
  /** The input field that bypasses the cache. Default: none. */
  readonly cacheBypassField?: string & keyof In;
  /**
   * Paths whose cached responses a call outdates, with everything below them. A `$` at the end of a path leaves out what is below it. Every
   * write declares them, if only as an empty list. Default: none.
   */
  readonly invalidates?: readonly string[];
  /** `false`: a 401 does not refresh the session. Default: it does. */
  readonly refreshOn401?: false;
  /**
   * The only fields of the response that are required with any `validation`. The API specification shows them, and the SDK depends on them
   * or they cannot be read again. Default: none.
   */
  readonly alwaysValidate?: readonly string[];
  /**
   * Returns the next step after a success whose response lacks a value that callers need and the API specification does not show. The
   * client logs it as a warning. Default: nothing is logged.
   */
  readonly missing?: (output: Out) => string | undefined;
  /** Turns the error of a success whose response was lost into one with advice. Default: the error is unchanged. */
  readonly lost?: (failure: PlatformError) => PlatformError | undefined;
  /** The response is billed, so its problems are attached to it and never thrown in its place. Default: false. */
  readonly billed?: true;
  /** Returns how a response contradicts the input, or undefined. Not called for an empty response. Default: nothing is compared. */
  readonly checkAgainstInput?: (output: Exclude<Out, undefined>, input: In) => string | undefined;
  /** Statuses and codes of failures to expect; the API specification shows only some. Default: none. */
  readonly errors?: readonly Failure[];
  /** Dotted wire names that the API specification does not show. Default: none. */
  readonly undocumented?: Readonly<Record<string, Confidence>>;
  /** The API specification does not have this operation yet. Default: false. */
  readonly beyondSpecification?: true;
}

/** An operation whatever its types, for code that only passes it on. */
// oxlint-disable-next-line no-explicit-any -- the one that lets a contract hold operations of unlike types
export type AnyOperation = Operation<any, any>;

type PathParameters<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParameters<Rest> : never;
type Complete<Missing> = [Missing] extends [never] ? unknown : { input: `lacks ${Missing & string}` };

/** An operation whose input has a field for every path parameter. */
export type Definition<Path, In, Out, Failure extends number | string> = Operation<In, Out, Failure> & { path: Path } & Complete<
    Exclude<PathParameters<Path>, keyof In>
  >;

/** Declares an operation. */
/* @__NO_SIDE_EFFECTS__ */ export const operation = <const Path extends string, In, Out, const Failure extends number | string = never>(
  definition: Definition<Path, In, Out, Failure>,
): Operation<In, Out, Failure> => definition;

/** The input's fields as `data.attributes` of an envelope. */
/* @__NO_SIDE_EFFECTS__ */ export const envelope = (type?: string, id?: string): BodyForm => ({ at: ['data', 'attributes'], type, id });

/** Names of resource attributes, separated by spaces, that the API specification does not show. */
/* @__NO_SIDE_EFFECTS__ */ export const attributeNames = (names: string, confidence: Confidence): Record<string, Confidence> =>
  Object.fromEntries(names.split(' ').map((name) => [`data.attributes.${name}`, confidence]));

/** The input's fields under one name. */
/* @__NO_SIDE_EFFECTS__ */ export const wrappedIn = (name: string): BodyForm => ({ at: [name] });
