import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { tabulateWallets } from './wallets-table.ts';

it.each([1, 2, 3].slice(0, longCount(1, 3)))(
  'the outcome and the reconciliation of each payment over a failing connection agree with the ledger (seed %d)',
  async (seed) => {
    const { rows, wrong, repeated } = await tabulateWallets(200, seed);
    expect({ wrong, repeated }).toEqual({ wrong: [], repeated: 0 });
    // Checks that every outcome and every result of reconcile occurred.
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['paid', 'not-sent', 'rejected', 'unknown', 'likely-applied']));
    expect(new Set(rows.map(({ reconciled }) => reconciled))).toEqual(new Set(['-', 'found', 'not-found', 'ambiguous']));
  },
);
