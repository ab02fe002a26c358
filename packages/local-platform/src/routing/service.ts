import type { BaseName, Credentials } from '@platform-sdk/core';
import type { AnyOperation, Operation } from '@platform-sdk/core/contract';
import type { Dialect } from '../errors/refusal.ts';
import type { Account } from '../world/accounts.ts';
import type { RequestLogEntry } from '../world/request-log.ts';
import type { World } from '../world/state.ts';
import type { Check } from './credentials.ts';

export interface Call {
  readonly world: World;
  /** The received request. Its body has been read unless the service sets `isUnread`. */
  readonly request: Request;
  /**
   * Renames fields to the deployment's own names. The engine renames the output of a rule itself, except if a rule returns a `Response`.
   */
  readonly toWireNames: (document: object) => unknown;
  /** The signed-in user. Use it only if the operation requires a user. */
  readonly user: Account;
  /** The dotted names of unknown fields in the request. */
  readonly unknown: readonly string[];
}

/** Implements one operation. Returns its output or a `Response`, or throws an error. */
export type Rule<In, Out> = (input: In, call: Call) => Out | Response | Promise<Out | Response>;

/** The rules for a contract: one for each operation, in the same nesting. */
export type Rules<Contract> = {
  readonly [Name in keyof Contract]: Contract[Name] extends Operation<infer In, infer Out> ? Rule<In, Out> : Rules<Contract[Name]>;
};

/** The rules for the operations at the top level of a contract. */
export type UngroupedRules<Contract> = Rules<{
  readonly [Name in keyof Contract as Contract[Name] extends AnyOperation ? Name : never]: Contract[Name];
}>;

/** A choice that the local platform makes where the API specification is silent. */
export interface Assumption {
  readonly topic: string;
  readonly choice: string;
}

/** A service of the platform. A missing or mismatched rule does not compile. */
export interface LocalService<Contract extends object = object> {
  /** The first part of the operations' names. */
  readonly name: string;
  readonly base: BaseName;
  readonly contract: Contract;
  readonly rules: Rules<Contract>;
  readonly assumptions: readonly Assumption[];
  /** Operations whose last path parameter may contain slashes. Default: none. */
  readonly tails?: readonly string[];
  /** True if the rules read request bodies themselves. */
  readonly isUnread?: true;
  /** Operations that accept larger bodies, because these bodies may contain images. */
  readonly largeBodies?: readonly string[];
  /** Checks for credentials that only this service uses. */
  readonly checks?: Readonly<Partial<Record<Credentials, Check>>>;
  /** The format of the service's errors. Default: JSON:API. */
  readonly dialect?: Dialect;
  /** Called before the rules of every service. To reject a request, the function throws. Default: none. */
  readonly admit?: (request: Request, world: World) => void;
  /** Called after the response to every request to any service. Default: none. */
  readonly onRequest?: (request: Request, entry: RequestLogEntry, world: World) => void;
}
