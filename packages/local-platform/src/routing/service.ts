import type { BaseName, Credentials } from '@platform-sdk/core';
import type { AnyOperation, Operation } from '@platform-sdk/core/contract';
import type { Dialect } from '../errors/refusal.ts';
import type { Account } from '../world/accounts.ts';
import type { RequestLogEntry } from '../world/request-log.ts';
import type { World } from '../world/state.ts';
import type { Check } from './credentials.ts';

/** The surroundings of a rule. */
export interface Call {
  readonly world: World;
  /** The request as it was received. Its body has been read. */
  readonly request: Request;
  /**
   * Renames a document's fields to those of the deployment. The engine does this for a rule's output, but not for a rule's own `Response`.
   */
  readonly toWireNames: (document: object) => unknown;
  /** The signed-in user. Only calls with user credentials have one. */
  readonly user: Account;
  /** Dotted names of received fields that the operation does not have. */
  readonly unknown: readonly string[];
}

/** Runs one operation. Returns the operation's output or a ready `Response`, or throws an error. */
export type Rule<In, Out> = (input: In, call: Call) => Out | Response | Promise<Out | Response>;

/** One rule per operation of a contract, nested in the same modules. */
export type Rules<Contract> = {
  readonly [Name in keyof Contract]: Contract[Name] extends Operation<infer In, infer Out> ? Rule<In, Out> : Rules<Contract[Name]>;
};

/** The rules of the operations beside the groups of a contract. */
export type UngroupedRules<Contract> = Rules<{
  readonly [Name in keyof Contract as Contract[Name] extends AnyOperation ? Name : never]: Contract[Name];
}>;

/** A choice that the API specification leaves open. */
export interface Assumption {
  readonly topic: string;
  readonly choice: string;
}

/** One service of the platform. A missing rule, or one that does not fit its operation, does not compile. */
export interface LocalService<Contract extends object = object> {
  /** The first part of its operations' names. */
  readonly name: string;
  readonly base: BaseName;
  readonly contract: Contract;
  readonly rules: Rules<Contract>;
  readonly assumptions: readonly Assumption[];
  /** Operations whose path ends in a parameter that may contain slashes. Default: none. */
  readonly tails?: readonly string[];
  /** Its rules read the bodies of their requests themselves. */
  readonly isUnread?: true;
  /** Operations whose bodies may contain images, and may therefore be larger. */
  readonly largeBodies?: readonly string[];
  /** The service's own checks of credentials. */
  readonly checks?: Readonly<Partial<Record<Credentials, Check>>>;
  /** The form of its error documents. Default: JSON:API. */
  readonly dialect?: Dialect;
  /** Called with a request to any service before its rule runs; rejects it by throwing. Default: none. */
  readonly admit?: (request: Request, world: World) => void;
  /** Called with every request to any service after its response. Default: none. */
  readonly onRequest?: (request: Request, entry: RequestLogEntry, world: World) => void;
}
