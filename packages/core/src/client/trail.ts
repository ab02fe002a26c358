import type { PlatformError } from '../diagnostics/errors.ts';
import type { ResponseHeaders, WireResponse } from '../http/wire.ts';
import type { AuthenticatedRequest } from '../operation/credentials.ts';
import type { CallOptions } from '../operation/options.ts';
import type { Tokens } from '../session/tokens.ts';

/** The places of values that no error may show. They are searched only for a failure. */
interface SecretPlaces {
  /** The input, and credentials. Their secrets are found by the names of their members. */
  readonly values: unknown[];
  /** The caller's own headers. */
  readonly headers: readonly CallOptions['headers'][];
}

/** The record of a call, for its error. */
export interface Trail {
  /** Unique within the platform. */
  readonly callId: number;
  /** Requests made. */
  attempts: number;
  readonly secrets: SecretPlaces;
  traceId?: string | undefined;
  /** The address of the request, without its query. */
  url?: string;
  /** The failure that caused the latest retry. */
  last?: PlatformError;
  /** The session's tokens when the call began, or those of the first attempt. */
  firstTokens?: Tokens | undefined;
  /** Credentials of the first attempt that are not the session's. */
  attached?: AuthenticatedRequest;
  /** The outcome of the requests so far: `unknown` if one may have been applied. Undefined until one has left the machine. */
  sent?: 'rejected' | 'unknown' | undefined;
  /** How many times the request was retried because the body of its response broke. */
  reopened?: number;
  /** The headers of the latest response. */
  headers?: ResponseHeaders | undefined;
  /** The HTTP response of the last attempt, if there was one. */
  response?: WireResponse | undefined;
}
