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
  /** The shape of the responses. */
  readonly shape?: Shape;
  /** The formats of the provoked failures, by status. */
  readonly errorForms?: readonly string[];
}

/** The outcome of a run. It contains no values of responses. */
export interface DriftReport {
  readonly version: 1;
  readonly createdAt: string;
  readonly operations: Readonly<Record<string, OperationReport>>;
  readonly findings: readonly Finding[];
  readonly undocumented: readonly NameReading[];
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
  /** The number of things that the run created and could not remove. */
  readonly leftBehind: number;
}
