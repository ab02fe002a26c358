import type { NamedOperation } from '../catalogue.ts';
import type { Sample } from './caller.ts';

/** The reading of a name in a request. */
export interface RequestName {
  readonly verdict: 'confirmed' | 'refuted' | 'not-seen';
  /** The name that the environment takes instead. */
  readonly found?: string;
  /** The service took an impossible value under the name, although it rejects such values under others. Default: false. */
  readonly ignored?: true;
}

/** A failure that was provoked, and the status that the contract has for it. */
export interface Refusal {
  readonly probe: 'wrong credentials' | 'unknown id' | 'invalid input';
  readonly expected: readonly number[];
  readonly sample: Sample;
}

/** Everything that a run gathers of one operation. The responses are dropped once they are compared. */
export interface OperationRecord {
  readonly named: NamedOperation;
  readonly successes: Sample[];
  /** Failures of calls that should have succeeded. */
  readonly failures: Sample[];
  readonly refusals: Refusal[];
  readonly requestNames: Map<string, RequestName>;
  /** Kinds of errors without a response. */
  readonly unreachable: string[];
  /** The reason why the operation was not called. */
  skipped?: string;
}

export const newRecord = (named: NamedOperation): OperationRecord => ({
  named,
  successes: [],
  failures: [],
  refusals: [],
  requestNames: new Map(),
  unreachable: [],
});
