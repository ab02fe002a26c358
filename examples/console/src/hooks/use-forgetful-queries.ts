import { usePlatform } from '@platform-sdk/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Empties the query cache when a user signs in or out, in this tab or in another tab. */
export const useForgetfulQueries = (): void => {
  const { session } = usePlatform();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      session.subscribe(({ type }) => {
        if (type === 'signed-out' || type === 'signed-in') queryClient.clear();
      }),
    [session, queryClient],
  );
};
