import type { LikeFailure, LikeFinding, LikeReport } from './report.ts';

export interface FoundFailure {
  readonly failure: LikeFailure;
  /** True if the status, format or code differs from the contract. If false, the failure only has additional fields. */
  readonly isOther: boolean;
}

/** The statuses of the local platform for each kind of defective call. */
const STATUSES: Readonly<Record<LikeFailure['provokedBy'], readonly number[]>> = {
  'wrong credentials': [401],
  'unknown id': [404],
  'invalid input': [400, 422],
  nothing: [],
};

/** Returns the name that findings use for the response to a defective call. */
const whereOf = (provokedBy: LikeFailure['provokedBy']): string =>
  `the response to ${provokedBy === 'wrong credentials' ? provokedBy : `an ${provokedBy}`}`;

const isOther = (findings: readonly LikeFinding[], name: string, { provokedBy }: LikeFailure): boolean =>
  findings.some(
    ({ operation, kind, where }) => operation === name && (kind === 'status' || kind === 'error-form') && where === whereOf(provokedBy),
  );

/**
 * Returns a function that finds the environment's failure for a status of the local platform. If the report contains no such failure of the
 * operation, the function returns the failure that all operations of the same base URL share.
 */
export const createFailureFinder = (report: LikeReport, baseOf: (operation: string) => string | undefined) => {
  const all = Object.entries(report.operations).flatMap(([name, { failures = [] }]) =>
    failures.map((failure) => ({ name, base: baseOf(name), failure, isOther: isOther(report.findings, name, failure) })),
  );
  return (name: string, status: number): FoundFailure | undefined => {
    const fitting = all.filter(({ failure }) => STATUSES[failure.provokedBy].includes(status));
    const own = fitting.find((each) => each.name === name);
    if (own) return own;
    const shared = fitting.filter(({ base }) => base !== undefined && base === baseOf(name));
    const [first] = shared;
    const isShared = shared.every(({ failure: { status: other, form } }) => other === first?.failure.status && form === first.failure.form);
    return isShared ? first : undefined;
  };
};
