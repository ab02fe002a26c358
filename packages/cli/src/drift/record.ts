import type { NamedOperation } from '../catalogue.ts';
import type { Sample } from './caller.ts';

/** The result of testing a name in a request. */
export interface RequestName {
  readonly verdict: 'confirmed' | 'refuted' | 'not-seen';
  /** The name that the environment accepts instead. */
  readonly found?: string;
  /** True if the service accepted an impossible value under the name, although it rejects such values under other names. */
  readonly ignored?: true;
}

/** The response to a call that must fail, with the expected statuses. */
export interface Refusal {
  readonly probe: 'wrong credentials' | 'unknown id' | 'invalid input';
  readonly expected: readonly number[];
  readonly sample: Sample;
}

/** The responses and results of a run for one operation. The responses are discarded after the comparison. */
export interface OperationRecord {
  readonly named: NamedOperation;
  readonly successes: Sample[];
  /** Failures of calls that should have succeeded. */
  readonly failures: Sample[];
  readonly refusals: Refusal[];
  readonly requestNames: Map<string, RequestName>;
  /** The error kinds of calls without a response, or the fields that the client rejected. */
  readonly unreachable: string[];
  /** The reason why the operation was not called. */
  skipped?: string;
}
