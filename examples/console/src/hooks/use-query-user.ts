import { useSession } from '@platform-sdk/react';

/** Returns the user for the query keys of relayed services. The page has no credentials of these services that would separate two users. */
export const useQueryUser = (): { readonly user: string } => {
  const { user } = useSession();
  return { user: user?.id ?? '' };
};
