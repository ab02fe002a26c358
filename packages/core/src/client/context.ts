import type { Logger } from '../diagnostics/logger.ts';
import type { CredentialSource } from '../operation/credentials.ts';
import type { BaseName } from '../operation/names.ts';
import type { Clock } from '../time/clock.ts';
import type { Cache } from './cache.ts';
import type { RetryBudget } from './retry.ts';

/** The operations of all clients that were made. */
interface KnownOperations {
  readonly names: Set<string>;
  /** The number of operations when wire names were last checked. */
  checked: number;
}

/** Everything that the calls of one platform share. */
export interface Context extends CredentialSource {
  /** Base addresses that were checked. */
  readonly bases: Map<BaseName, string>;
  readonly operations: KnownOperations;
  /** How many calls there were. */
  readonly calls: { count: number };
  readonly cache: Cache;
  readonly budget: RetryBudget;
  readonly clock: Clock;
  readonly log: Logger | undefined;
  /** Reports a difference from the API specification, once per operation and field. */
  readonly reportShape: (operation: string, field: string, message: string) => void;
}
