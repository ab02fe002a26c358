import type { LimiterHeadroom } from '@platform-sdk/gateway';
import { usePlatform } from '@platform-sdk/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createRelayFetch } from '../../platform/create-page-platform.ts';

const EVERY_MS = 10_000;

/** Shows how many requests may start now. The server counts the requests of all pages. */
export const Headroom = ({ isBusy }: { readonly isBusy: boolean }) => {
  const platform = usePlatform();
  const relayFetch = useMemo(() => createRelayFetch(platform), [platform]);
  const { data } = useQuery({
    queryKey: ['headroom', isBusy],
    queryFn: async ({ signal }) => (await (await relayFetch('/relay/limiter', { signal })).json()) as LimiterHeadroom,
    refetchInterval: EVERY_MS,
  });
  if (!data) return null;
  const { requests, concurrency, waiting, pausedMs } = data;
  return (
    <p className="quiet">
      {requests} requests are free in this minute, {concurrency} at once
      {waiting > 0 && `; ${waiting} wait`}
      {pausedMs > 0 && `; the gateway asked for a pause of ${Math.ceil(pausedMs / 1000)} s`}.
    </p>
  );
};
