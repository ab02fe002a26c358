import { useSession } from '@platform-sdk/react';

/** Returns the user whose responses a query of the relayed services reads. The page has no credentials that could distinguish two users. */
export const useQueryUser = (): { readonly user: string } => {
  const { user } = useSession();
  return { user: user?.id ?? '' };
};
