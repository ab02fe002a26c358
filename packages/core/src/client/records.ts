import type { PlatformError } from '../diagnostics/errors.ts';
import type { Logger } from '../diagnostics/logger.ts';
import type { Encode, OpenBody, WireResponse } from '../http/wire.ts';
import type { BaseName } from '../operation/names.ts';
import type { AnyOperation, AuthenticatedRequest, CredentialSource, Operation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import type { Renames } from '../schema/wire-names.ts';
import type { Tokens } from '../session/tokens.ts';
import type { Cancellation, Clock, Deadline } from '../time/limits.ts';
import type { Cache } from './cache.ts';

/** Everything that the calls of one platform share. */
export interface Context extends CredentialSource {
  /** Base URLs that were checked. */
  readonly bases: Map<BaseName, string>;
  /** The names of all operations of the clients that were created. */
  readonly operations: Set<string>;
  /** Returns the wire names of an operation. Undefined for a platform without wire names. */
  readonly naming: ((operation: string) => Renames | undefined) | undefined;
  readonly calls: { count: number };
  readonly cache: Cache<Attempt[]>;
  readonly budget: RetryBudget;
  readonly clock: Clock;
  /** Called with every event. Undefined if the log is disabled. */
  readonly log: Logger | undefined;
  /** The operations whose deprecation was logged, and the logged warnings about deprecated names. */
  readonly deprecated: Set<string>;
  /** Reports a difference from the API specification, once per operation and field. */
  readonly reportShape: (operation: string, field: string, message: string) => void;
}

/** Limits the retries of a platform's calls, so that a failing server is not flooded. */
export interface RetryBudget {
  /** Takes one retry from the budget. Returns false when the budget is empty. */
  spend(): boolean;
  /** Adds a part of a retry to the budget after each success. */
  earn(): void;
}

/** One call's input, split into the parts of an HTTP request. */
export interface Parts {
  readonly path: string;
  /** The query with its question mark, or an empty string. */
  readonly query: string;
  readonly body?: unknown;
}

/** The service of a client's operations. */
export interface Service {
  /** The first part of the names of the service's operations, such as `organizations`. */
  readonly name: string;
  readonly base: BaseName;
}

/** A call of a client's method, before its checks. */
export interface Invocation<In, Out> {
  readonly context: Context;
  readonly service: Service;
  /** The name of the operation, such as `organizations.members.list`. */
  readonly name: string;
  readonly operation: Operation<In, Out>;
  readonly input: In;
  readonly options: CallOptions;
  /** The parts of the request. Default: the parts of the input. */
  readonly parts?: Parts;
}

/** A checked call: its request, its limits, and the record of each attempt. */
export interface Call {
  readonly context: Context;
  /** The id of the call, which is unique within the platform. */
  readonly id: number;
  readonly service: Service;
  readonly name: string;
  readonly operation: AnyOperation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  readonly parts: Parts;
  /** The URL without its query. */
  readonly url: string;
  /** Writes the body in a form other than JSON. Undefined for JSON. */
  readonly encode: Encode | undefined;
  /** The headers of the platform and of the call. */
  readonly headers: CallOptions['headers'];
  readonly deadline: Deadline;
  readonly signal: Cancellation | undefined;
  /** Leaves the body of a successful response to the caller. Undefined if the call reads the body. */
  readonly open: OpenBody | undefined;
  /** The session's tokens when the call began. */
  readonly user: Tokens | undefined;
  /** Paths whose cached responses the call invalidates. */
  readonly outdated: readonly string[];
  /** The requests so far. Calls that share a response share this list. */
  attempts: Attempt[];
}

/** One request of a call. */
export interface Attempt {
  readonly credentials: AuthenticatedRequest;
  readonly traceId: string | undefined;
  /** Absent until the response was read. If the body stays open, absent until the headers arrive. */
  response?: WireResponse;
  /** The outcome of a failed request: `unknown` if the server may have applied it. Absent after a success, and if nothing left this machine. */
  outcome?: 'rejected' | 'unknown';
  /** The failure that caused a retry. */
  failure?: PlatformError;
}

/** Returns `unknown` if the server may have applied any request so far, else `rejected`. Undefined if nothing left this machine. */
export const outcomeSoFar = ({ attempts }: Pick<Call, 'attempts'>): Attempt['outcome'] => {
  const outcomes = attempts.map(({ outcome }) => outcome);
  return outcomes.includes('unknown') ? 'unknown' : outcomes.find(Boolean);
};
