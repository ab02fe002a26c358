import { useSession } from '@platform-sdk/react';

/** Returns the user for the query keys of relayed services. Without the user, the keys of two users would be equal, because the page has no credentials of these services. */
export const useQueryUser = (): { readonly user: string } => {
  const { user } = useSession();
  return { user: user?.id ?? '' };
};
