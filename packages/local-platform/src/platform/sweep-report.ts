import type { RetryClass } from '@platform-sdk/core';

/** A problem of a journey under a fault. */
export type FindingKind =
  /** The journey created more equal records than it does without the fault. */
  | 'doubled'
  /** The journey reported success, but a change of its records is missing. */
  | 'lost'
  /** The journey waited longer than `hangsAfterMs`, or for an event that never happens. */
  | 'hangs'
  /** The journey threw a programming error, or did not handle a rejection. */
  | 'crashed'
  /** An error or a printed line contained a secret. */
  | 'secret'
  /** The journey threw an error that is neither a `PlatformError` nor accepted by `accepts`. */
  | 'not-a-platform-error'
  /** The sweep's own `invariant` failed. */
  | 'invariant';

/** A call that the journey makes when it runs without a fault. */
export interface SweepCall {
  /** The operation and the number of its call in the journey, such as `wallets.transact#1`. */
  readonly id: string;
  readonly operation: string;
  readonly retry: RetryClass;
}

/** One run of the journey, with one fault at one call or at the end of the journey. */
export interface SweepCell {
  /** The call and the fault, such as `wallets.transact#1/lost`. Pass it to `only` to run this cell alone. */
  readonly id: string;
  /** The id of the call, or `journey` for the end of the journey. */
  readonly call: string;
  readonly fault: string;
  /** How the run ended. `ended` means that the process ended and was not started again. */
  readonly result: 'done' | 'failed' | 'hangs' | 'ended';
  /** The message of the error that the journey threw. */
  readonly error?: string;
  readonly findings: readonly FindingKind[];
}

/** A problem that one cell found. */
export interface SweepFinding {
  readonly kind: FindingKind;
  /** The id of the cell, such as `wallets.transact#1/lost`. */
  readonly cell: string;
  /** A sentence for the title of a test. */
  readonly title: string;
  readonly message: string;
  /** A test for vitest that fails until the journey is repaired. */
  readonly test: string;
}

/** The result of a sweep. The report contains no functions and no secrets, so `JSON.stringify` writes it completely. */
export interface SweepReport {
  /** The name of the journey's function. */
  readonly journey: string;
  readonly calls: readonly SweepCall[];
  /** The names of the faults that were tried, in order. */
  readonly faults: readonly string[];
  readonly cells: readonly SweepCell[];
  readonly findings: readonly SweepFinding[];
  /** How often the journey ran. */
  readonly runs: number;
}

interface ReplayedRequest {
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  /** `null` if the connection broke, or if no response arrived. */
  readonly status: number | null;
}

/** A cell that ran again. The platform keeps the state after the run. */
export interface SweepReplay {
  readonly cell: SweepCell;
  readonly messages: readonly string[];
  readonly requests: readonly ReplayedRequest[];
  /** The lines that the journey printed. */
  readonly output: readonly string[];
}

/** A report, and a function that runs one of its cells again. */
export interface FinishedSweep {
  readonly report: SweepReport;
  readonly replay: (cell: string) => Promise<SweepReplay>;
}
