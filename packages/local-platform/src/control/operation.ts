import { isPlatformError } from '@platform-sdk/core';
import type { LocalPlatform } from '../platform/local-platform.ts';
import type { PlatformInternals } from '../platform/internals.ts';
import type { Router } from '../routing/router.ts';
import type { Route } from '../routing/routes.ts';
import type { EventHub } from './events.ts';
import type { Recorder } from './recorder.ts';
import type { JsonSchema } from './schema.ts';

/** The things that control operations work on. */
export interface ControlContext {
  readonly platform: LocalPlatform;
  readonly internals: PlatformInternals;
  readonly recorder: Recorder;
  /** The operations of the platform. */
  readonly router: Router<Route>;
  readonly hub: EventHub;
  /** The address of the server, such as `http://127.0.0.1:4010`. */
  readonly origin: () => string;
  /** Emits the event of a changed state, with the new time. */
  readonly stateChanged: (reason: string) => void;
}

/** A call of the control API, after its checks. */
export interface ControlCall extends ControlContext {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly request: Request;
}

/** An operation of the control API, as its OpenAPI document describes it. */
export interface ControlOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/_local`. */
  readonly path: string;
  readonly summary: string;
  /** Parameters of the query. Default: none. */
  readonly query?: Readonly<Record<string, JsonSchema>>;
  /** The JSON body. Default: none. */
  readonly body?: JsonSchema;
  /** The JSON response. Default: 204 without a body. */
  readonly response?: JsonSchema;
  /** The media type of a response that is no JSON. Default: JSON. */
  readonly type?: string;
  /** Further statuses with an error document. Default: none. */
  readonly failures?: readonly number[];
  readonly run: (call: ControlCall) => unknown;
}

/** A failure of a control operation: `status` and a document with `error`. */
export interface ControlFailure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The field that is wrong. Absent where none is. */
  readonly field?: string;
}

const FAILURE = Symbol.for('@platform-sdk/control-failure');

/** Ends an operation with an error response. */
export const failControl = (status: number, code: string, message: string, field?: string): never => {
  const failure: ControlFailure = { status, code, message, ...(field !== undefined && { field }) };
  throw Object.assign(new Error(message), { [FAILURE]: failure });
};

/** Runs a change that throws for invalid data; the response is 400 then, with the field that the error names. */
export const orInvalid = <Result>(change: () => Result): Result => {
  try {
    return change();
  } catch (error) {
    const field = isPlatformError(error) ? error.field : undefined;
    return failControl(400, 'INVALID_INPUT', error instanceof Error ? error.message : String(error), field);
  }
};

/** The failure in what an operation threw; undefined for any other error. */
export const failureIn = (error: unknown): ControlFailure | undefined =>
  error instanceof Error ? (error as Error & { readonly [FAILURE]?: ControlFailure })[FAILURE] : undefined;
