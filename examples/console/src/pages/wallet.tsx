import { query } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { createWalletsClient } from '@platform-sdk/wallets';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { credits } from '../components/credits.ts';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { useWalletNames } from '../hooks/use-wallet-names.ts';
import { BalanceHistory } from './wallets/balance-history.tsx';
import { NewTransfer } from './wallets/new-transfer.tsx';
import { Payment } from './wallets/payment.tsx';
import { Transactions } from './wallets/transactions.tsx';

/** Shows a wallet's balance over time, its transactions, and a form for payments. */
export const Wallet = () => {
  const { addressHash = '' } = useParams();
  const wallets = useClient(createWalletsClient);
  const wallet = useQuery(query(wallets.get, { addressHash }));
  const nameOf = useWalletNames();
  return (
    <Page title={wallet.data ? nameOf(wallet.data) : 'Wallet'} above={<Link href="/wallets">Wallets</Link>}>
      <Loaded query={wallet}>
        {(data) => (
          <>
            <p className="balance">
              {credits(data.balance)} <code className="quiet">{data.addressHash}</code>
            </p>
            <BalanceHistory addressHash={addressHash} balance={data.balance} />
            <Payment from={data} />
            <NewTransfer from={data} />
            <Transactions addressHash={addressHash} />
          </>
        )}
      </Loaded>
    </Page>
  );
};
