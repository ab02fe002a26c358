import type { FailureReport } from './failures.ts';
import type { Finding } from './finding.ts';
import type { NameReading } from './judge.ts';
import type { Shape } from './shape.ts';

/** One operation in a report. */
export interface OperationReport {
  readonly state: 'compared' | 'failed' | 'skipped';
  /** The reason for `skipped`. */
  readonly reason?: string;
  /** The received statuses. */
  readonly statuses?: readonly number[];
  /** The names of the service's own headers. */
  readonly headers?: readonly string[];
  /** The media types of the responses. A type that is not well known is `another type`. */
  readonly contentTypes?: readonly string[];
  /** The keys in `meta.can`, such as `project.create`. Absent if no response contains `meta.can`. */
  readonly permissions?: readonly string[];
  /** The shape of the responses. */
  readonly shape?: Shape;
  /** The statuses and formats of the provoked failures, such as `404 errors[]`. */
  readonly errorForms?: readonly string[];
  /** The failures, including those that the run provoked. Absent without failures. */
  readonly failures?: readonly FailureReport[];
}

/** The outcome of a run. A report contains no values of responses. */
export interface DriftReport {
  readonly version: 1;
  readonly createdAt: string;
  readonly operations: Readonly<Record<string, OperationReport>>;
  readonly findings: readonly Finding[];
  readonly undocumented: readonly NameReading[];
  /** The keys of `meta.can` in all responses. `isDocumented` is true for keys that the API specification contains. */
  readonly permissions: readonly { readonly name: string; readonly isDocumented: boolean }[];
  /** The value for the option `wireNames` of `createPlatform`. */
  readonly wireNames: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly summary: DriftSummary;
}

interface DriftSummary {
  readonly compared: number;
  readonly failed: number;
  readonly skipped: number;
  readonly differences: number;
  readonly notes: number;
  readonly confirmed: number;
  readonly refuted: number;
  readonly notSeen: number;
  /** The number of resources that the run created and could not remove. */
  readonly leftBehind: number;
}
