import { query } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { createWalletsClient } from '@platform-sdk/wallets';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { credits } from '../components/credits.ts';
import { Loaded } from '../components/loaded.tsx';
import { Page, Section } from '../components/page.tsx';
import { useWalletNames } from '../hooks/use-wallet-names.ts';
import { Transfers } from './wallets/transfers.tsx';

/** Shows the wallets that the user can see, and the transfers that wait for a code. */
export const Wallets = () => {
  const wallets = useClient(createWalletsClient);
  const list = useQuery(query(wallets.list));
  const nameOf = useWalletNames();
  return (
    <Page title="Wallets">
      <Loaded query={list}>
        {(all) => (
          <ul className="cards">
            {all.map((wallet) => (
              <li key={wallet.addressHash} className="wallet">
                <Link href={`/wallets/${wallet.addressHash}`}>{nameOf(wallet)}</Link>
                <strong>{credits(wallet.balance)}</strong>
                <span className="tag">{wallet.entityType}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Section title="Transfers">
        <Transfers />
      </Section>
    </Page>
  );
};
