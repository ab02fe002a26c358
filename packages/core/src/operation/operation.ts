import type { PlatformError } from '../diagnostics/errors.ts';
import type { Encode, StorageRedirects } from '../http/wire.ts';
import type { Problem } from '../schema/problem.ts';
import type { Schema, SchemaData } from '../schema/schema.ts';
import type { LiveSession } from '../session/session.ts';
import type { Tokens } from '../session/tokens.ts';
import type { BaseName, Confidence, Credentials, Method, RetryClass } from './names.ts';
import type { OpenResponse } from './opened.ts';
import type { CallOptions, StreamOptions } from './options.ts';
import type { Paging } from './pagination.ts';
import type { PlatformOptions } from './platform-options.ts';

/** The part of a platform that provides credentials. */
export interface CredentialSource {
  readonly options: PlatformOptions;
  readonly session: LiveSession;
}

/** The headers of one attempt, and the session tokens in them. */
export interface AuthenticatedRequest {
  readonly headers: Record<string, string>;
  /** The session's tokens. Absent if no header contains a token of the session. */
  readonly tokens?: Tokens | undefined;
  /** Secrets that the headers contain in another form. Default: none. */
  readonly secrets?: readonly string[];
}

/**
 * Attaches credentials other than the Api-Key and the session. The function is part of the operation, so that programs without the
 * operation do not bundle it.
 */
export type Authenticate = (
  source: CredentialSource,
  operation: string,
  service: string,
) => AuthenticatedRequest | Promise<AuthenticatedRequest>;

/** How the body contains the input's fields. */
export interface BodyForm {
  /** The path of the object that contains the fields, such as `['data', 'attributes']`. */
  readonly at: readonly string[];
  /** The value of `data.type` in an envelope. Absent if the service expects no type. */
  readonly type?: string | undefined;
  /** The path parameter that the body repeats as `data.id`. Default: none. */
  readonly id?: string | undefined;
}

/** The declaration of an operation, which the client, the mock, the local platform and the reference use. */
export interface Operation<in out In, in out Out, out Failure extends number | string = number | string> {
  readonly method: Method;
  /** The path, relative to the base URL; `{name}` is replaced by `input.name`. */
  readonly path: string;
  /** The service whose base URL is used. Default: the operation's own service. */
  readonly base?: BaseName;
  readonly credentials: Credentials;
  /** The requested media type. Default: `application/json`. */
  readonly accept?: string;
  /** Attaches credentials other than the Api-Key and the session. Default: the credentials that `credentials` names. */
  readonly authenticate?: Authenticate;
  /** All arguments of the call, including path parameters. */
  readonly input: Schema<In>;
  /** Returns problems that a schema cannot express. Called with an input that matches the schema. Default: none. */
  readonly inputProblems?: (input: In) => readonly Problem[];
  readonly output: Schema<Out>;
  /** Input fields that are sent in the query, although the request has a body. Default: none. */
  readonly query?: readonly (string & keyof In)[];
  /** The position of the other fields in the body. Default: the top level. */
  readonly body?: BodyForm;
  /** Writes the body in a form other than JSON. Unless `timeoutMs` is set, such a call may last as long as bytes are sent or received. Default: JSON. */
  readonly encode?: (fields: Readonly<Record<string, unknown>>, options: CallOptions) => Encode;
  /** Follows a redirect to another origin, without the headers of the first request. Default: such a redirect is an error. */
  readonly redirects?: StorageRedirects;
  /** The documented success status. Default: 200. */
  readonly status?: number | ((output: Out) => number);
  readonly retry: RetryClass;
  /** Checks the options of the call, if the operation has additional options, such as `onProgress`. Default: the options of every call. */
  readonly options?: SchemaData;
  /** The server computes the response before it sends headers, so the headers may take as long as the whole call. Default: false. */
  readonly generates?: true;
  /** How long a response is cached, in seconds. Default: responses are not cached. */
  readonly cacheSeconds?: number;
  /** The input field that bypasses the cache. Default: none. */
  readonly cacheBypassField?: string & keyof In;
  /**
   * Paths whose cached responses a call invalidates, including all paths below them. A `$` at the end excludes the paths below. Every write
   * declares its paths, even if the list is empty. Default: none.
   */
  readonly invalidates?: readonly string[];
  /** `false` disables the refresh of the session after a 401. Default: a 401 refreshes the session. */
  readonly refreshOn401?: false;
  /**
   * The fields of the response that must be valid in every mode of `validation`. The SDK depends on them, or the caller cannot get them
   * again. The API specification shows all of them. Default: none.
   */
  readonly alwaysValidate?: readonly string[];
  /**
   * Returns advice if a successful response lacks a value that callers need, although the API specification does not show it. The client
   * logs the advice as a warning. Default: nothing is logged.
   */
  readonly missing?: (output: Out) => string | undefined;
  /** Adds advice to the error of a request that succeeded, but whose response was lost. Default: the error is unchanged. */
  readonly lost?: (failure: PlatformError) => PlatformError | undefined;
  /** The response is billed, so the client always returns it. Problems are attached to the response, and never thrown. Default: false. */
  readonly billed?: true;
  /** Returns how a response contradicts the input, or undefined. Not called for an empty response. Default: no comparison. */
  readonly checkAgainstInput?: (output: Exclude<Out, undefined>, input: In) => string | undefined;
  /** The failures that callers can expect, by status or code. The API specification shows only some of them. Default: none. */
  readonly errors?: readonly Failure[];
  /** Dotted wire names that the API specification does not show. Default: none. */
  readonly undocumented?: Readonly<Record<string, Confidence>>;
  /** The operation is not part of the API specification yet. Default: false. */
  readonly beyondSpecification?: true;
  /**
   * A sentence of advice for each deprecated field of the input, or for the operation itself under `*`. A call that uses a deprecated name
   * logs the advice as a warning, once per platform. Default: none.
   */
  readonly deprecated?: Readonly<Record<string, string>>;
}

/** An operation of any type, for code that only passes it on. */
// oxlint-disable-next-line no-explicit-any -- only any lets a contract contain operations of different types
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

/** Sends the input's fields as `data.attributes` of an envelope. */
/* @__NO_SIDE_EFFECTS__ */ export const envelope = (type?: string, id?: string): BodyForm => ({ at: ['data', 'attributes'], type, id });

/** Returns the certainty of resource attributes that the API specification does not show. The names are separated by spaces. */
/* @__NO_SIDE_EFFECTS__ */ export const attributeNames = (names: string, confidence: Confidence): Record<string, Confidence> =>
  Object.fromEntries(names.split(' ').map((name) => [`data.attributes.${name}`, confidence]));

/** Sends the input's fields inside an object with this name. */
/* @__NO_SIDE_EFFECTS__ */ export const wrappedIn = (name: string): BodyForm => ({ at: [name] });

/**
 * An operation that returns its list page by page. The operation contains the code that loads the pages, so that clients without such
 * operations do not bundle it.
 */
export interface PagedOperation<
  in out In,
  in out Page,
  in out Item,
  out Failure extends number | string = number | string,
> extends Operation<In, Page, Failure> {
  readonly paging: Paging<In, Page, Item>;
}

/** An operation whose response is read as it arrives. The operation contains the code that reads the response and keeps it open. */
export interface StreamOperation<in out In, in out Stream, out Failure extends number | string = number | string> extends Operation<
  In,
  unknown,
  Failure
> {
  /** Runs a call of the operation. */
  readonly run: (invocation: never) => unknown;
  readonly stream: (openResponse: OpenResponse, input: In, options: StreamOptions, name: string) => Stream;
}
