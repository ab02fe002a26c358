import { errorFormOf } from './error-form.ts';
import { expectedResponse } from './expected.ts';
import { failuresOf } from './failures.ts';
import { headerNames, mediaType } from './headers.ts';
import { judge } from './judge.ts';
import { permissionsIn } from './permissions.ts';
import type { OperationRecord } from './record.ts';
import type { DriftReport, OperationReport } from './report.ts';
import { shapeOf } from './shape.ts';

/** Creates a report from the records of a run. The report contains no values. */
export const makeReport = (records: readonly OperationRecord[], createdAt: string, leftBehind: number): DriftReport => {
  const judged = records.map((record) => ({ record, ...judge(record) }));
  const findings = judged.flatMap((each) => each.findings);
  const undocumented = judged.flatMap(({ names }) => names);
  const operations = Object.fromEntries(judged.map(({ record }) => [record.named.name, operationReport(record)]));
  const wireNames = Object.fromEntries(
    judged.flatMap(({ record, renames }) => (Object.keys(renames).length > 0 ? [[record.named.name, renames]] : [])),
  );
  const inState = (state: OperationReport['state']): number => Object.values(operations).filter((each) => each.state === state).length;
  const withVerdict = (verdict: string): number => undocumented.filter((each) => each.verdict === verdict).length;
  return {
    version: 1,
    createdAt,
    operations,
    findings,
    undocumented,
    permissions: [...new Set(Object.values(operations).flatMap(({ permissions = [] }) => permissions))]
      .toSorted()
      .map((name) => ({ name, isDocumented: DOCUMENTED.includes(name) })),
    wireNames,
    summary: {
      compared: inState('compared'),
      failed: inState('failed'),
      skipped: inState('skipped'),
      differences: findings.filter(({ level }) => level === 'difference').length,
      notes: findings.filter(({ level }) => level === 'note').length,
      confirmed: withVerdict('confirmed'),
      refuted: withVerdict('refuted'),
      notSeen: withVerdict('not-seen'),
      leftBehind,
    },
  };
};

/** The permissions that the API specification shows. */
const DOCUMENTED: readonly string[] = ['organization.manageSettings', 'project.create'];

const operationReport = (record: OperationRecord): OperationReport => {
  const { named, successes, failures, refusals, unreachable, skipped } = record;
  const errorForms = [...new Set(refusals.map(({ sample: { status, document } }) => `${status} ${errorFormOf(document)}`))].toSorted();
  const all = failuresOf(record);
  const forms = { ...(errorForms.length > 0 && { errorForms }), ...(all.length > 0 && { failures: all }) };
  if (successes.length === 0) {
    if (failures.length === 0 && unreachable.length === 0) return { state: 'skipped', reason: skipped ?? 'it was not called', ...forms };
    return { state: 'failed', statuses: distinct(failures.map(({ status }) => status)), ...forms };
  }
  const documents = successes.map(({ document }) => document);
  const permissions = permissionsIn(documents);
  return {
    state: 'compared',
    statuses: distinct([...successes, ...failures].map(({ status }) => status)),
    headers: [...new Set(successes.flatMap(({ headers }) => headerNames(headers)))].toSorted(),
    contentTypes: [...new Set(successes.map(({ headers }) => mediaType(headers)))].toSorted(),
    ...(permissions.length > 0 && { permissions }),
    shape: shapeOf(expectedResponse(named.operation), documents),
    ...forms,
  };
};

const distinct = (numbers: readonly number[]): number[] => [...new Set(numbers)].toSorted((one, other) => one - other);
