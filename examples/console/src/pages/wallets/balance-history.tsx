import { pathKey } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { createWalletsClient } from '@platform-sdk/wallets';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Chart } from '../../components/chart.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';
import { balancesOf, type Balance } from './balances.ts';

interface Props {
  readonly addressHash: string;
  readonly balance: number;
}

const amountText = (amount: number): string => amount.toLocaleString(undefined, { maximumFractionDigits: 2 });

/** The maximum number of transactions that the chart reads. */
const LIMIT = 300;

/** Shows the balance over time, computed backwards from the current balance. */
export const BalanceHistory = ({ addressHash, balance }: Props) => {
  const wallets = useClient(createWalletsClient);
  const input = { addressHash, per_page: 100 };
  // The key begins with the key of the transactions, so that a payment invalidates this query too.
  const transactions = useQuery({
    queryKey: [...pathKey(wallets.transactions, input), 'history'],
    queryFn: ({ signal }) => wallets.transactions(input, { signal }).toArray({ limit: LIMIT }),
  });
  return (
    <Section title="Balance over time">
      <Loaded query={transactions}>{(all) => <History balances={balancesOf(addressHash, balance, all)} />}</Loaded>
    </Section>
  );
};

const History = ({ balances }: { readonly balances: readonly Balance[] }) => {
  const { times, series } = useMemo(
    () => ({
      times: balances.map(({ at }) => at),
      series: [{ label: 'Balance', values: balances.map(({ amount }) => amount), kind: 'steps' as const }],
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new balance comes with a new list
    [balances.length, balances.at(-1)?.at, balances.at(-1)?.amount],
  );
  if (balances.length < 2) return <p className="quiet">There are no transactions yet.</p>;
  return <Chart title="Balance in credits" times={times} series={series} format={amountText} />;
};
