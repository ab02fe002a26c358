import type { DriftReport } from '@platform-sdk/cli';
import { expect, it } from 'vitest';
import type * as Comparisons from '../../src/drift/compare-reports.ts';

// The package does not export this module.
const { compareReports } = (await import(new URL('../../src/drift/compare-reports.ts', import.meta.url).href)) as typeof Comparisons;

type Operation = DriftReport['operations'][string];
type Finding = DriftReport['findings'][number];

const reportOf = (operation: Partial<Operation>, findings: readonly Partial<Finding>[] = []): DriftReport => ({
  version: 1,
  createdAt: '2026-11-27T00:00:00.000Z',
  operations: { 'notes.list': { state: 'compared', ...operation } },
  findings: findings.map((each) => ({
    operation: 'notes.list',
    level: 'note',
    expected: '',
    where: '',
    found: '',
    kind: 'extra',
    ...each,
  })),
  undocumented: [],
  permissions: [],
  wireNames: {},
  summary: { compared: 1, failed: 0, skipped: 0, differences: 0, notes: 0, confirmed: 0, refuted: 0, notSeen: 0, leftBehind: 0 },
});

const changesOf = (before: DriftReport, after: DriftReport): string[] =>
  compareReports(before, after).map((change) => `${change.where}: ${change.before} -> ${change.after}`);

const failure = {
  provokedBy: 'unknown id',
  status: 404,
  form: 'errors[]',
  contentType: 'application/json',
  shape: { types: ['object'] },
} as const;

it.each<readonly [string, DriftReport, DriftReport, readonly string[]]>([
  ['reports a changed content type', reportOf({ contentTypes: ['text/plain'] }), reportOf({}), ['the content type: text/plain -> ']],
  ['reports new permissions', reportOf({}), reportOf({ permissions: ['project.create'] }), ['meta.can:  -> project.create']],
  [
    'reports a missing field of a failure',
    reportOf({ failures: [{ ...failure, shape: { types: ['object'], fields: { trace: { types: ['string'] } } } }] }),
    reportOf({ failures: [{ ...failure, shape: { types: ['object'], fields: {} } }] }),
    ['the failure 404.trace: string -> absent'],
  ],
  [
    'reports a failure whose code is no longer unknown',
    reportOf({ failures: [{ ...failure, unknownCode: true }] }),
    reportOf({ failures: [failure] }),
    ['the failure 404: an unknown code -> '],
  ],
  [
    'reports a finding in an included resource, which shapes do not contain',
    reportOf({}, [{ where: 'included.attributes.nick', found: 'string' }]),
    reportOf({}),
    ['included.attributes.nick: string -> '],
  ],
  [
    'reports a field once if both its shape and a finding show the change',
    reportOf({ shape: { types: ['object'], fields: { nick: { types: ['string'] } } } }, [{ where: 'nick', found: 'string' }]),
    reportOf({ shape: { types: ['object'], fields: {} } }),
    ['nick: string -> absent'],
  ],
  [
    'reports no change from whole numbers to numbers',
    reportOf({ shape: { types: ['integer'] } }),
    reportOf({ shape: { types: ['number', 'integer'] } }),
    [],
  ],
])('compareReports %s', (_, before, after, changes) => {
  expect(changesOf(before, after)).toEqual(changes);
});
