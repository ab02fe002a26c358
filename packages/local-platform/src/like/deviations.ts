import { WITHHELD, type LikeFailure, type LikeFinding, type LikeOperation, type LikeReport } from './report.ts';

/** The differences between one operation of an environment and its contract. */
export interface Deviations {
  readonly operation: LikeOperation;
  /** The failure, if the operation never succeeded. Undefined if the failure depends on the account. */
  readonly failure: LikeFailure | undefined;
  /** The status of successful responses, if it differs from the contract. */
  readonly status: number | undefined;
  /** The media type of successful responses, if it differs from the contract. */
  readonly contentType: string | undefined;
  /** Names of the environment's headers, except headers that a rule sets. */
  readonly headers: readonly string[];
  /** Names of documented headers that the environment does not send. */
  readonly missingHeaders: readonly string[];
  /** The contract's dotted names of additional, missing and mistyped fields. */
  readonly extra: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  readonly mistyped: ReadonlySet<string>;
  /** Returns the contract's dotted name of a field. */
  readonly pathOf: (parent: string, name: string) => string;
}

/** Statuses that depend on the calling account, not on the environment. */
const OF_ACCOUNT: readonly number[] = [401, 402, 403, 429];

/** Standard members of JSON:API that no contract contains. A report does not mention these members. */
const STANDARD: readonly string[] = ['links', 'jsonapi', 'data.links'];

/** Headers whose presence depends on the call. */
const BY_RULE = /^(?:content-|retry-after$|link$|location$|www-authenticate$|(?:x-)?ratelimit-|x-ira-)/;

/** Returns the differences of an operation, or undefined if the report does not contain the operation. */
export const deviationsOf = (report: LikeReport, name: string): Deviations | undefined => {
  const operation = Object.hasOwn(report.operations, name) ? report.operations[name] : undefined;
  if (!operation) return undefined;
  const { state, failures = [], statuses = [], contentTypes = [], headers = [] } = operation;
  const findings = report.findings.filter((each) => each.operation === name);
  const isFound = (kind: string, where: string): boolean => findings.some((each) => each.kind === kind && each.where === where);
  const namesOf = (kind: string, isWanted: (finding: LikeFinding) => boolean = () => true): string[] =>
    findings.filter((each) => each.kind === kind && isWanted(each)).map(({ where }) => where);
  return {
    operation,
    failure:
      state === 'failed' ? failures.find(({ provokedBy, status }) => provokedBy === 'nothing' && !OF_ACCOUNT.includes(status)) : undefined,
    status: isFound('status', 'the status') ? statuses.find((each) => each < 300) : undefined,
    contentType: isFound('header', 'content-type') ? contentTypes.find((each) => each.includes('/')) : undefined,
    headers: headers.filter((each) => each !== WITHHELD && !BY_RULE.test(each)),
    missingHeaders: namesOf('header', ({ found }) => found === 'missing'),
    extra: new Set([...STANDARD, ...namesOf('extra')]),
    missing: new Set(namesOf('missing', ({ found }) => found.startsWith('missing') && found !== 'missing in some')),
    mistyped: new Set(namesOf('type')),
    pathOf: pathsIn(Object.hasOwn(report.wireNames, name) ? report.wireNames[name] : undefined),
  };
};

const pathsIn = (renames: Readonly<Record<string, string>> = {}): Deviations['pathOf'] => {
  const local = new Map(
    Object.entries(renames).map(([path, wireName]) => [path.slice(0, path.lastIndexOf('.') + 1) + wireName, path] as const),
  );
  return (parent, name) => {
    const path = parent === '' ? name : `${parent}.${name}`;
    return local.get(path) ?? path;
  };
};
