export type { FindingKind, SweepCall, SweepCell, SweepFinding, SweepReport } from '../platform/sweep-report.ts';
export { sameRecords, type SweepProblem, type SweepRun, type SweepState } from './invariant.ts';
export type { SweepRecord } from './records.ts';
export { formatSweep, testFindings, type DeclareTest } from './report.ts';
export type { Journey } from './run-journey.ts';
export { sweep, type SweepOptions, type SweepProgress } from './sweep.ts';
