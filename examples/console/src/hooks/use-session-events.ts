import { usePlatform } from '@platform-sdk/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Removes a user's data at sign-out, in this tab or another tab. */
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
