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

/** Compares two environments, or one environment on two days. Ignores operations that only one run could call. */
export const compareReports = (before: DriftReport, after: DriftReport): Change[] =>
  Object.entries(before.operations).flatMap(([operation, one]) => {
    const other = Object.hasOwn(after.operations, operation) ? after.operations[operation] : undefined;
    if (!other || one.state === 'skipped' || other.state === 'skipped') return [];
    return changesOf(one, other).map((change) => ({ operation, ...change }));
  });

type Part = Omit<Change, 'operation'>;

const changesOf = (one: OperationReport, other: OperationReport): Part[] => [
  ...changed('the state', one.state, other.state),
  ...changed('the status', one.statuses?.join(', '), other.statuses?.join(', ')),
  ...changed('failures', one.errorForms?.join('; '), other.errorForms?.join('; ')),
  ...changed('headers', one.headers?.join(', '), other.headers?.join(', ')),
  ...(one.shape && other.shape ? shapeChanges(one.shape, other.shape, '') : []),
];

const changed = (where: string, before = '', after = ''): Part[] => (before === after ? [] : [{ where, before, after }]);

const shapeChanges = (one: Shape, other: Shape, path: string): Part[] => {
  const where = path || 'the document';
  const [fields, others] = [one.fields ?? {}, other.fields ?? {}];
  // An empty list does not show the fields of its items.
  const hasBoth = one.fields !== undefined && other.fields !== undefined;
  const names = hasBoth ? [...new Set([...Object.keys(fields), ...Object.keys(others)])] : [];
  return [
    ...changed(where, one.types.join(' or '), other.types.join(' or ')),
    ...(one.forms && other.forms ? changed(where, one.forms.join(' or '), other.forms.join(' or ')) : []),
    ...names.flatMap((name) => {
      const [old, recent] = [fields[name], others[name]];
      const inner = path === '' ? name : `${path}.${name}`;
      if (old && recent) return shapeChanges(old, recent, inner);
      return [{ where: inner, before: old ? old.types.join(' or ') : 'absent', after: recent ? recent.types.join(' or ') : 'absent' }];
    }),
    ...(one.items && other.items ? shapeChanges(one.items, other.items, path) : []),
  ];
};
