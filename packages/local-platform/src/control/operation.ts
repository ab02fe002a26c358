import { isPlatformError } from '@platform-sdk/core';
import type { Operation } from '@platform-sdk/core/contract';
import { refuse } from '../errors/refusal.ts';
import type { LocalPlatform } from '../platform/local-platform.ts';
import type { PlatformInternals } from '../platform/internals.ts';
import type { Router } from '../routing/router.ts';
import type { Route } from '../routing/routes.ts';
import type { EventHub } from './events.ts';
import type { Recorder } from './recorder.ts';

export interface ControlContext {
  readonly platform: LocalPlatform;
  readonly internals: PlatformInternals;
  readonly recorder: Recorder;
  /** The operations of the platform. */
  readonly router: Router<Route>;
  readonly hub: EventHub;
  /** Returns the server's origin, such as `http://127.0.0.1:4010`. */
  readonly origin: () => string;
  /** Emits events for the changed state and the new time. */
  readonly stateChanged: (reason: string) => void;
}

export interface ControlCall extends ControlContext {
  readonly request: Request;
}

/** Implements one operation of the control API. Returns its output or a `Response`, or throws an error with a status. */
export type ControlRule<In, Out> = (input: In, call: ControlCall) => Out | Response | Promise<Out | Response>;

/** One rule per operation of a contract. */
export type ControlRules<Contract> = {
  readonly [Name in keyof Contract]: Contract[Name] extends Operation<infer In, infer Out> ? ControlRule<In, Out> : never;
};

/** Runs a change. Every error of the change becomes a 400. If the error names a field, the response contains the field. */
export const orInvalid = <Result>(change: () => Result): Result => {
  try {
    return change();
  } catch (error) {
    const field = isPlatformError(error) ? error.field : undefined;
    return refuse(400, 'INVALID_INPUT', error instanceof Error ? error.message : String(error), { field });
  }
};
