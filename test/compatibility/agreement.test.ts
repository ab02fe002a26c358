import { differenceIn, leafOf, rowsOf } from '@platform-sdk/compatibility/compare/agreement';
import type { Change } from '@platform-sdk/compatibility/compare/change';
import type { DocumentChange } from '@platform-sdk/compatibility/compare/documents';
import { expect, it } from 'vitest';

const own = (more: Partial<Change>): Change => ({
  package: '@platform-sdk/wallets',
  subject: 'wallets.get',
  part: 'output',
  field: 'a',
  level: 'breaking',
  message: 'no longer returns `a`',
  ...more,
});

const foreign = (more: Partial<DocumentChange>): DocumentChange => ({
  package: '@platform-sdk/wallets',
  subject: 'wallets.get',
  part: 'output',
  field: 'a',
  level: 'breaking',
  path: 'paths/a',
  isShared: false,
  ...more,
});

const differences = (ours: readonly Change[], others: readonly DocumentChange[]): readonly (string | undefined)[] =>
  rowsOf(ours, others).map((row) => differenceIn(row, () => false));

it('a change that only api-smart-diff finds is unexplained', () => {
  expect(differences([], [foreign({})])).toEqual(['unexplained']);
});

it('a change that only our comparison finds is unexplained if OpenAPI can express it', () => {
  expect(differences([own({})], [])).toEqual(['unexplained']);
});

it('a change is unexplained if api-smart-diff calls it breaking and our comparison calls it an addition', () => {
  expect(differences([own({ level: 'addition' })], [foreign({})])).toEqual(['unexplained']);
});

it('a change at a path that two operations share is unexplained if neither operation changed', () => {
  expect(differences([], [foreign({ isShared: true })])).toEqual(['unexplained']);
  const [, second] = differences(
    [own({ subject: 'wallets.act' })],
    [foreign({ isShared: true }), foreign({ subject: 'wallets.act', isShared: true })],
  );
  expect(second).toMatch(/one entry for two operations/);
});

it('changes that no OpenAPI document can show are not compared', () => {
  expect(rowsOf([own({ part: 'setting', field: 'invalidates' }), own({ part: 'type' }), own({ field: '' })], [])).toEqual([]);
});

it('the name of a field is the last name of its path', () => {
  expect(['data[].a', 'a.b{}', 'messages[].content.(array)[].text', 'a'].map(leafOf)).toEqual(['a', 'b', 'text', 'a']);
});
