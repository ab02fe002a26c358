import { useSession } from '@platform-sdk/react';

/** Returns the user whose responses a query of the relayed services reads. The page knows no credentials that tell two users apart. */
export const useQueryUser = (): { readonly user: string } => {
  const { user } = useSession();
  return { user: user?.id ?? '' };
};
