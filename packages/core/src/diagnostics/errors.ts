/** Marks the errors of the SDK. Every copy of the package uses the same mark. */
const brand: unique symbol = Symbol.for('@platform-sdk/error');

/** The kind of a failure. Programs can rely on the kind, but not on the message. */
export type ErrorKind =
  /** An argument or a setting is wrong; nothing was sent. */
  | 'invalid-input'
  /** No user is signed in, the session has ended, or the session cannot be stored. */
  | 'session'
  /** The connection failed. */
  | 'network'
  | 'timeout'
  | 'aborted'
  /** The server sent a redirect that is not followed. */
  | 'redirect'
  /** The server responded with an error status, or reported a failure with a success status. */
  | 'http'
  /** The response does not match the API specification: HTML, broken JSON, a missing field. */
  | 'invalid-response'
  | 'too-large'
  /** The connection of a stream, a job or a download broke. */
  | 'interrupted'
  /** A stream, a job or a download sent no bytes, or no event, for too long. */
  | 'stalled'
  /** A stream, a job or a download ended too early, such as a stream without its end marker. */
  | 'truncated'
  /** A ZIP archive is damaged or hostile, or a download cannot be written to the disk. */
  | 'archive';

/** Describes whether the server may have applied a request that failed. */
export type Outcome = 'not-sent' | 'rejected' | 'unknown' | 'likely-applied';

/** A single fault of a response or of an input, such as a wrong field. */
export interface ErrorDetail {
  /** The field, such as `name` or `address.city`. Absent if the service does not name a field. */
  readonly field?: string | undefined;
  /** The service's code of the fault. Absent if the service did not send this value. */
  readonly code?: string | undefined;
  /** The service's message, or the SDK's message if the input was not sent. */
  readonly detail: string;
}

/** The maximum number of faults that an error lists. */
export const MAX_FAULTS = 100;

/** The details of an error, besides its kind and message. Secrets are redacted in all details except the items that `toArray` read. */
export interface ErrorDetails {
  /** The operation that failed, such as `organizations.get`. Absent outside a call. */
  readonly operation?: string | undefined;
  /** The HTTP status. Absent without a response. */
  readonly status?: number | undefined;
  /** The server's own code, such as `CANNOT_CHANGE_OWN_ROLE`, or the system's code for a network failure, such as `ECONNREFUSED`. Absent if there is no code. */
  readonly code?: string | undefined;
  /** The service's message, without the facts of the call that `message` adds. Absent if the service did not send this value, for example in an HTML page. */
  readonly detail?: string | undefined;
  /** The faults that the service lists, or the faults of an input that was not sent. Contains at most 100 faults. Absent if there is no list. */
  readonly details?: readonly ErrorDetail[] | undefined;
  /** Describes whether the server may have applied the request. Calls that only read have an outcome too. May be absent outside a call. */
  readonly outcome?: Outcome | undefined;
  /** The body of the response: parsed JSON, or the start of other text. Absent without a response, and for a body such as an HTML page. */
  readonly body?: unknown;
  /** The field of the input or of the response that is wrong. Absent if the failure does not concern a single field. */
  readonly field?: string | undefined;
  /** The number of requests that the call sent. Absent outside a call. */
  readonly attempts?: number | undefined;
  /** The trace id of the call: the id that the server sent, or else the option `traceId`. Absent if there is none. */
  readonly traceId?: string | undefined;
  /** The value of `Retry-After`, in seconds. Absent if the server did not send this value. */
  readonly retryAfterSeconds?: number | undefined;
  /** The response's headers by lower-case name, without those that may contain a secret. Absent without a response. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The server's id of the request, such as its `x-request-id`. Absent if the server did not send this value. */
  readonly requestId?: string | undefined;
  /** The combined events of a stream before it failed, or the items that `toArray` read before the failure. Absent for all other calls. */
  readonly received?: unknown;
}

/** The error of every failure of the SDK. */
export class PlatformError extends Error {
  declare readonly kind: ErrorKind;
  /** The operation that failed, such as `organizations.get`; absent outside a call. */
  declare readonly operation?: string;
  /** The HTTP status; absent without a response. Also absent if a proxy responded with an HTML page and the status 400 or 401 to a refresh or a sign-out. */
  declare readonly status?: number;
  /** The server's own code, such as `CANNOT_CHANGE_OWN_ROLE`, or the system's code for a network failure, such as `ECONNREFUSED`; absent if there is no code. */
  declare readonly code?: string;
  /** The service's message, without the facts of the call that `message` adds. Absent if the service did not send a message, as in an HTML page. */
  declare readonly detail?: string;
  /** The faults that the service lists, or the faults of an input that was not sent. Contains at most 100 faults. Absent if there is no list. */
  declare readonly details?: readonly ErrorDetail[];
  /** Describes whether the server may have applied the request. Calls that only read have an outcome too. May be absent outside a call. */
  declare readonly outcome?: Outcome;
  /** The body of the response: parsed JSON, or the start of other text. Absent without a response, and for a body such as an HTML page. */
  declare readonly body?: unknown;
  /** The field of the input or of the response that is wrong; absent if the failure does not concern a single field. */
  declare readonly field?: string;
  /** The number of requests that the call sent; absent outside a call. */
  declare readonly attempts?: number;
  /** The trace id of the call: the id that the server sent, or else the option `traceId`; absent if there is none. */
  declare readonly traceId?: string;
  /** The value of `Retry-After`, in seconds; absent if the server did not send this value. */
  declare readonly retryAfterSeconds?: number;
  /** The headers of the response by lower-case name, without those that may contain a secret; absent without a response. */
  declare readonly headers?: Readonly<Record<string, string>>;
  /** The server's id of the request, such as its `x-request-id`; absent if the server did not send this value. */
  declare readonly requestId?: string;
  /** The combined events of a stream before it failed, or the items that `toArray` read before the failure; absent for all other calls. */
  declare readonly received?: unknown;

  constructor(kind: ErrorKind, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options?.cause === undefined ? undefined : options);
    for (const [name, value] of Object.entries({ kind, ...details })) {
      if (value !== undefined) Object.defineProperty(this, name, { value, enumerable: true });
    }
  }

  /** Accepts errors of another copy of the package too. Compilers such as tsx load one copy for `require()` and another copy for `import()`. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // Subclasses lack this own member, so the ordinary check applies to them. If the class were named here, bundlers would rename it to
    // `_PlatformError`.
    return Object.hasOwn(this, Symbol.hasInstance) ? isPlatformError(value) : super[Symbol.hasInstance](value);
  }

  get [brand](): true {
    return true;
  }

  /** The documentation page of the kind, relative to the documentation's URL: `errors/network.html`. */
  get docs(): string {
    return `errors/${this.kind}.html`;
  }

  toJSON(): object {
    return Object.assign({ name: this.name, message: this.message }, this);
  }
}

Object.defineProperty(PlatformError.prototype, 'name', { value: 'PlatformError' });

/** Returns true for errors of the SDK, including errors of another copy of the package. */
export const isPlatformError = (error: unknown): error is PlatformError => brand in Object(error);

/** Returns a copy of an error with additional or changed details. */
export const withDetails = (error: PlatformError, details: ErrorDetails, message = error.message): PlatformError =>
  new PlatformError(error.kind, message, Object.assign({}, error, details), { cause: error.cause });

/** Creates the error of an invalid argument or setting, which is rejected before anything is sent. */
export const inputError = (message: string, field?: string, operation?: string, details?: readonly ErrorDetail[]): PlatformError =>
  new PlatformError('invalid-input', message, { field, operation, details, outcome: 'not-sent' });
