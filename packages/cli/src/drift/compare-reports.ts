import type { FailureReport } from './failures.ts';
import type { Finding } from './finding.ts';
import type { DriftReport, OperationReport } from './report.ts';
import type { Shape } from './shape.ts';

/** One change between two reports. */
export interface Change {
  readonly operation: string;
  /** The dotted name of a field, or the part of the response. */
  readonly where: string;
  readonly before: string;
  readonly after: string;
}

/** Compares the reports of two environments, or of one environment on two days. Ignores operations that either run skipped. */
export const compareReports = (before: DriftReport, after: DriftReport): Change[] =>
  Object.entries(before.operations).flatMap(([operation, one]) => {
    const other = Object.hasOwn(after.operations, operation) ? after.operations[operation] : undefined;
    if (!other || one.state === 'skipped' || other.state === 'skipped') return [];
    const changes = changesOf(one, other);
    // Shapes lack values, included resources and records. Only findings show changes of these, so findings are compared too.
    const hidden = findingChanges(operation, before, after).filter(({ where }) => !changes.some((change) => change.where === where));
    return [...changes, ...hidden].map((change) => ({ operation, ...change }));
  });

type Part = Omit<Change, 'operation'>;

const changesOf = (one: OperationReport, other: OperationReport): Part[] => [
  ...changed('the state', one.state, other.state),
  ...changed('the status', one.statuses?.join(', '), other.statuses?.join(', ')),
  ...changed('failures', one.errorForms?.join('; '), other.errorForms?.join('; ')),
  ...changed('headers', one.headers?.join(', '), other.headers?.join(', ')),
  ...changed('the content type', one.contentTypes?.join(', '), other.contentTypes?.join(', ')),
  ...changed('meta.can', one.permissions?.join(', '), other.permissions?.join(', ')),
  ...failureChanges(one.failures, other.failures),
  ...(one.shape && other.shape ? shapeChanges(one.shape, other.shape, '') : []),
];

/** Compares the failures with the same mistake, status and format in both reports. */
const failureChanges = (before: readonly FailureReport[] = [], after: readonly FailureReport[] = []): Part[] =>
  before.flatMap((one) => {
    const other = after.find(({ provokedBy, status, form }) => provokedBy === one.provokedBy && status === one.status && form === one.form);
    if (!other) return [];
    const where = `the failure ${one.status}`;
    return [
      ...changed(where, one.contentType, other.contentType),
      ...changed(where, codeOf(one), codeOf(other)),
      ...shapeChanges(one.shape, other.shape, where),
    ];
  });

const codeOf = ({ unknownCode }: FailureReport): string => (unknownCode ? 'an unknown code' : '');

/** The kinds of findings about response bodies. */
const IN_DOCUMENTS: readonly Finding['kind'][] = ['missing', 'extra', 'type', 'renamed', 'value'];

const findingChanges = (operation: string, before: DriftReport, after: DriftReport): Part[] => {
  const [one, other] = [findingsOf(operation, before), findingsOf(operation, after)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) =>
    changed((one.get(key) ?? other.get(key))?.where ?? '', one.get(key)?.found, other.get(key)?.found),
  );
};

const findingsOf = (operation: string, { findings }: DriftReport): Map<string, Finding> =>
  new Map(
    findings
      .filter((each) => each.operation === operation && IN_DOCUMENTS.includes(each.kind))
      .map((finding) => [`${finding.kind} ${finding.where}`, finding]),
  );

const changed = (where: string, before = '', after = ''): Part[] => (before === after ? [] : [{ where, before, after }]);

/** Returns the types of a shape. Integers count as numbers, because a decimal field can contain a whole number by chance. */
const typesOf = ({ types }: Shape): string =>
  [...new Set(types.map((type) => (type === 'integer' ? 'number' : type)))].toSorted().join(' or ');

const shapeChanges = (one: Shape, other: Shape, path: string): Part[] => {
  const where = path || 'the document';
  const [fields, others] = [one.fields ?? {}, other.fields ?? {}];
  // An empty list does not show the fields of its items.
  const hasBoth = one.fields !== undefined && other.fields !== undefined;
  const names = hasBoth ? [...new Set([...Object.keys(fields), ...Object.keys(others)])] : [];
  return [
    ...changed(where, typesOf(one), typesOf(other)),
    ...(one.forms && other.forms ? changed(where, one.forms.join(' or '), other.forms.join(' or ')) : []),
    ...names.flatMap((name) => {
      const [old, recent] = [fields[name], others[name]];
      const inner = path === '' ? name : `${path}.${name}`;
      if (old && recent) return shapeChanges(old, recent, inner);
      return [{ where: inner, before: old ? typesOf(old) : 'absent', after: recent ? typesOf(recent) : 'absent' }];
    }),
    ...(one.items && other.items ? shapeChanges(one.items, other.items, path) : []),
  ];
};
