import type { AnyOperation } from '@platform-sdk/core/contract';
import { openApi } from '@platform-sdk/reference/openapi';
import type { ReferenceOperation, ServiceReference } from '@platform-sdk/reference/service-reference';
import { differenceIn, rowsOf } from '@platform-sdk/compatibility/compare/agreement';
import { sentenceOf, type Change } from '@platform-sdk/compatibility/compare/change';
import { compareDocuments } from '@platform-sdk/compatibility/compare/documents';
import { compareOperations } from '@platform-sdk/compatibility/compare/operations';
import { operationsOf } from '@platform-sdk/compatibility/state/operations';

const NO_COMMENTS = { fields: {} };

/** Returns a service with these operations, as if it were read from contracts. */
const service = (operations: Readonly<Record<string, AnyOperation>>): ServiceReference => ({
  service: 'wallets',
  prefix: 'wallets',
  base: 'wallets',
  title: 'Wallets',
  description: 'Wallets.',
  contractFile: '',
  contract: operations,
  operations: Object.entries(operations).map(([name, operation]): ReferenceOperation => ({
    path: [name],
    name: `wallets.${name}`,
    group: 'wallets',
    base: 'wallets',
    operation,
    comment: 'Does it.',
    input: NO_COMMENTS,
    output: { ...NO_COMMENTS, name: `Result of ${name}` },
  })),
});

type Operations = Readonly<Record<string, AnyOperation>>;

/** Returns the changes that our comparison finds between two contracts. */
const changesOf = (before: Operations, after: Operations): readonly Change[] =>
  compareOperations(operationsOf(service(before)), operationsOf(service(after)));

/** Returns the changes of our comparison as lines that begin with their level. */
export const linesOf = (before: Operations, after: Operations): readonly string[] =>
  changesOf(before, after).map((change) => `${change.level}: ${sentenceOf(change)}`);

/** Compares our changes with those of api-smart-diff. Each row has the field, both levels, and the reason for a difference. */
export const sideBySide = async (before: Operations, after: Operations): Promise<readonly (readonly (string | undefined)[])[]> => {
  const [old, found] = await Promise.all(
    [before, after].map(async (operations) => [{ package: '@platform-sdk/wallets', document: await openApi(service(operations)) }]),
  );
  const rows = rowsOf(changesOf(before, after), compareDocuments(old ?? [], found ?? []));
  return rows.map((row) => [row.key, row.own, row.foreign, differenceIn(row, () => false)]);
};
