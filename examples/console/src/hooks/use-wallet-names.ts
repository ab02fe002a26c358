import { createOrganizationsClient } from '@platform-sdk/organizations';
import { query } from '@platform-sdk/query';
import { useClient, useSession } from '@platform-sdk/react';
import type { Wallet } from '@platform-sdk/wallets';
import { useQuery } from '@tanstack/react-query';

/** Returns a function for the display name of a wallet: the wallet's own name, or the name of its owner. */
export const useWalletNames = (): ((wallet: Wallet) => string) => {
  const organizations = useClient(createOrganizationsClient);
  const { user } = useSession();
  const { data = [] } = useQuery(query(organizations.list));
  return ({ entity_name, entityType, entityId }) => {
    if (entity_name) return entity_name;
    if (entityId === user?.id) return 'Your own wallet';
    return data.find(({ id }) => id === entityId)?.name ?? `A wallet of the ${entityType} ${entityId}`;
  };
};
