import { infiniteQuery } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { createWalletsClient, type Transaction } from '@platform-sdk/wallets';
import { useInfiniteQuery } from '@tanstack/react-query';
import { credits } from '../../components/credits.ts';
import { Listing } from '../../components/listing.tsx';
import { Section } from '../../components/page.tsx';

const KINDS: Readonly<Record<string, string>> = {
  asset_conversion: 'Conversion',
  wallet_transfer: 'Transfer',
  transfer_with_conversion: 'Transfer with conversion',
  debit: 'Used',
  credit: 'Bought',
};

/** Shows the transactions of a wallet, from the newest to the oldest. */
export const Transactions = ({ addressHash }: { readonly addressHash: string }) => {
  const wallets = useClient(createWalletsClient);
  const list = useInfiniteQuery(infiniteQuery(wallets.transactions, { addressHash }));
  return (
    <Section title="Transactions">
      <Listing label="Transactions" query={list} empty="There are no transactions.">
        {(transaction) => <Row key={transaction.id} transaction={transaction} isOut={transaction.from_wallet === addressHash} />}
      </Listing>
    </Section>
  );
};

const Row = ({ transaction, isOut }: { readonly transaction: Transaction; readonly isOut: boolean }) => {
  const { transaction_type = '', amount = 0, created_at } = transaction;
  return (
    <li>
      <span>
        {KINDS[transaction_type] ?? transaction_type}
        <span className="quiet">{created_at && new Date(created_at).toLocaleString()}</span>
      </span>
      <strong>
        {isOut ? '−' : '+'}
        {credits(amount)}
      </strong>
    </li>
  );
};
