import type { Logger } from '../diagnostics/logger.ts';
import type { CredentialSource } from '../operation/credentials.ts';
import type { BaseName } from '../operation/names.ts';
import type { Renames } from '../schema/wire-names.ts';
import type { Clock } from '../time/clock.ts';
import type { Cache } from './cache.ts';
import type { RetryBudget } from './retry.ts';

/** The operations of all clients that were made. */
interface KnownOperations {
  readonly names: Set<string>;
  /** The number of operations when wire names were last checked. */
  checked: number;
}

/** The wire names of an operation. */
export interface Naming {
  /** The names of fields in the query. */
  readonly queryNames: Renames;
  readonly toWire: (document: unknown) => unknown;
  readonly toLocal: (document: unknown) => unknown;
}

/** Everything that the calls of one platform share. */
export interface Context extends CredentialSource {
  /** Base addresses that were checked. */
  readonly bases: Map<BaseName, string>;
  readonly operations: KnownOperations;
  /** Returns the wire names of an operation. Absent until the first call of a platform that has wire names loads the code. */
  readonly naming: { of?: (operation: string) => Naming | undefined };
  /** How many calls there were. */
  readonly calls: { count: number };
  readonly cache: Cache;
  readonly budget: RetryBudget;
  readonly clock: Clock;
  /** Called with every event. Undefined if the application wants none. */
  readonly log: Logger | undefined;
  /** Operations whose announced end was logged. */
  readonly deprecated: Set<string>;
  /** Reports a difference from the API specification, once per operation and field. */
  readonly reportShape: (operation: string, field: string, message: string) => void;
}
