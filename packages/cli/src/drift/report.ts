import type { Finding } from './finding.ts';
import type { NameReading } from './judge.ts';
import type { Shape } from './shape.ts';

/** One operation in a report. */
export interface OperationReport {
  readonly state: 'compared' | 'failed' | 'skipped';
  /** The reason for `skipped`. */
  readonly reason?: string;
  /** The statuses that came. */
  readonly statuses?: readonly number[];
  /** The names of headers that are the service's own. */
  readonly headers?: readonly string[];
  /** The form of its responses. */
  readonly shape?: Shape;
  /** The forms of the failures that were provoked, by status. */
  readonly errorForms?: readonly string[];
}

/** The outcome of a run, without a value of any response. */
export interface DriftReport {
  readonly version: 1;
  readonly createdAt: string;
  readonly operations: Readonly<Record<string, OperationReport>>;
  readonly findings: readonly Finding[];
  readonly undocumented: readonly NameReading[];
  /** For the option of the same name of `createPlatform`. */
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
  /** Things that the run created and could not remove. */
  readonly leftBehind: number;
}
