import { query } from '@platform-sdk/query';
import { createWalletsClient, type Wallet as WalletData } from '@platform-sdk/wallets';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { credits } from '../components/credits.ts';
import { Loaded } from '../components/loaded.tsx';
import { Page, Section } from '../components/page.tsx';
import { useClient } from '../hooks/use-client.ts';
import { Transfers } from './wallets/transfers.tsx';

/** Names a wallet by its owner. */
export const walletName = ({ entity_name, entityType, entityId }: WalletData): string => entity_name || `${entityType} ${entityId}`;

/** The wallets that the user sees, and the transfers that wait for a code. */
export const Wallets = () => {
  const wallets = useClient(createWalletsClient);
  const list = useQuery(query(wallets.list));
  return (
    <Page title="Wallets">
      <Loaded query={list}>
        {(all) => (
          <ul className="cards">
            {all.map((wallet) => (
              <li key={wallet.addressHash}>
                <span>
                  <Link href={`/wallets/${wallet.addressHash}`}>{walletName(wallet)}</Link>
                  <span className="tag">{wallet.entityType}</span>
                </span>
                <strong>{credits(wallet.balance)}</strong>
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
